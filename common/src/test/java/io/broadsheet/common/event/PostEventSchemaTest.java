package io.broadsheet.common.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Holds docs/post-event.schema.json against the code. */
class PostEventSchemaTest {

  private static final Path SCHEMA = Path.of("..", "docs", "post-event.schema.json");

  @Test
  void describesExactlyTheFieldsOfTheEvent() throws IOException {
    JsonNode schema = new ObjectMapper().readTree(SCHEMA.toFile());
    Set<String> described = new HashSet<>();
    schema.path("properties").fieldNames().forEachRemaining(described::add);
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(name -> required.add(name.asText()));

    Set<String> written =
        new HashSet<>(
            Arrays.stream(PostEvent.class.getRecordComponents())
                .map(RecordComponent::getName)
                .toList());

    assertThat(described).isEqualTo(written);
    assertThat(required).isEqualTo(written);
  }

  @Test
  void acceptsWhatTheCodeWrites() throws IOException {
    assertThat(schema().validate(EventFormat.write(PostEvents.ONE), InputFormat.JSON)).isEmpty();
  }

  @Test
  void refusesAnotherVersion() throws IOException {
    String next = EventFormat.write(PostEvents.ONE).replace("\"v\":1", "\"v\":2");

    assertThat(schema().validate(next, InputFormat.JSON)).isNotEmpty();
  }

  private static Schema schema() throws IOException {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(Files.readString(SCHEMA), InputFormat.JSON);
  }
}
