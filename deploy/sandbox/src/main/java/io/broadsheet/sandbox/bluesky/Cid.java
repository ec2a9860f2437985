package io.broadsheet.sandbox.bluesky;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.Json;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Content identifiers: equal for equal records, whatever the order of their fields. Not the real
 * ones, which are made of the record's CBOR form.
 */
final class Cid {
  private Cid() {}

  static String of(JsonNode content) {
    return "bafyrei" + base32(sha256(Json.bytes(ordered(content)))).substring(0, 52);
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Lower-case base 32 of RFC 4648; a digest of 32 bytes gives 52 letters. */
  static String base32(byte[] bytes) {
    BigInteger number = new BigInteger(1, bytes).shiftLeft((5 - bytes.length * 8 % 5) % 5);
    StringBuilder letters = new StringBuilder();
    for (int i = (bytes.length * 8 + 4) / 5 - 1; i >= 0; i--) {
      int digit = number.shiftRight(5 * i).intValue() & 31;
      letters.append("abcdefghijklmnopqrstuvwxyz234567".charAt(digit));
    }
    return letters.toString();
  }

  private static JsonNode ordered(JsonNode node) {
    if (node.isObject()) {
      Map<String, JsonNode> fields = new TreeMap<>();
      node.properties().forEach(field -> fields.put(field.getKey(), ordered(field.getValue())));
      ObjectNode object = Json.object();
      object.setAll(fields);
      return object;
    } else if (node.isArray()) {
      ArrayNode array = Json.array();
      node.forEach(item -> array.add(ordered(item)));
      return array;
    }
    return node;
  }
}
