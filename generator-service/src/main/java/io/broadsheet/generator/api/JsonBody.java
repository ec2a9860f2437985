package io.broadsheet.generator.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.stream.Collectors;

/**
 * Reads the body of a request strictly: a misspelt field is told, not ignored, for it may be the
 * one that guards.
 */
final class JsonBody {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          // A version of 1.5 is none, and "1" is a text.
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  private JsonBody() {}

  /** Reads a body; a missing one is an object without fields. */
  static <T> T read(String body, Class<T> type) {
    try {
      T value = JSON.readValue(body == null || body.isBlank() ? "{}" : body, type);
      if (value != null) {
        return value;
      }
      throw Refusal.badRequest("the body is null; write a JSON object");
    } catch (UnrecognizedPropertyException e) {
      throw Refusal.badRequest(
          "the body has a field \""
              + e.getPropertyName()
              + "\"; it may have "
              + e.getKnownPropertyIds().stream()
                  .map(String::valueOf)
                  .sorted()
                  .collect(Collectors.joining(", ")));
    } catch (JsonMappingException e) {
      String field =
          e.getPath().stream()
              .map(step -> step.getFieldName() == null ? "[]" : step.getFieldName())
              .collect(Collectors.joining("."));
      throw Refusal.badRequest(
          field.isEmpty()
              ? "the body is no JSON object of this kind; see /q/openapi"
              : "the body's field " + field + " is of the wrong kind; see /q/openapi");
    } catch (JsonProcessingException e) {
      throw Refusal.badRequest(
          "the body is no JSON at line "
              + e.getLocation().getLineNr()
              + ", column "
              + e.getLocation().getColumnNr());
    }
  }
}
