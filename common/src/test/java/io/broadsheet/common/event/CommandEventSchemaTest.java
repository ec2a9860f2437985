package io.broadsheet.common.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
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
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds docs/command-event.schema.json against the code. */
class CommandEventSchemaTest {

  private static final Path SCHEMA = Path.of("..", "docs", "command-event.schema.json");

  static List<Command> commands() {
    return CommandEvents.COMMANDS;
  }

  static Stream<Class<?>> kinds() {
    return CommandEvents.COMMANDS.stream().<Class<?>>map(Command::getClass).distinct();
  }

  @Test
  void describesExactlyTheFieldsOfTheEvent() throws IOException {
    assertDescribed(json(), CommandEvent.class, Set.of());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void describesExactlyTheFieldsOfEachKind(Class<?> kind) throws IOException {
    String name = kind.getAnnotation(JsonTypeName.class).value();
    JsonNode described = json().path("$defs").path(name);

    assertThat(described.path("properties").path("kind").path("const").asText()).isEqualTo(name);
    assertDescribed(described, kind, Set.of("kind"));
  }

  @Test
  void describesEveryKind() throws IOException {
    assertThat(kinds())
        .hasSameSizeAs(
            Command.class
                .getAnnotation(com.fasterxml.jackson.annotation.JsonSubTypes.class)
                .value())
        .hasSize(json().path("properties").path("command").path("oneOf").size());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void acceptsWhatTheCodeWrites(Command command) throws IOException {
    String written = EventFormat.write(CommandEvents.of(command));

    assertThat(schema().validate(written, InputFormat.JSON)).isEmpty();
  }

  @Test
  void refusesAnotherVersionAndAnotherKind() throws IOException {
    String written = EventFormat.write(CommandEvents.SKIP);

    assertThat(schema().validate(written.replace("\"v\":1", "\"v\":2"), InputFormat.JSON))
        .isNotEmpty();
    assertThat(schema().validate(written.replace("\"skip\"", "\"hop\""), InputFormat.JSON))
        .isNotEmpty();
  }

  private static void assertDescribed(JsonNode schema, Class<?> type, Set<String> besides) {
    Set<String> described = new HashSet<>();
    schema.path("properties").fieldNames().forEachRemaining(described::add);
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(name -> required.add(name.asText()));

    Set<String> written = new HashSet<>(besides);
    Set<String> writtenAlways = new HashSet<>(besides);
    for (RecordComponent component : type.getRecordComponents()) {
      written.add(component.getName());
      if (mustBeThere(type, component)) {
        writtenAlways.add(component.getName());
      }
    }
    assertThat(described).isEqualTo(written);
    assertThat(required).isEqualTo(writtenAlways);
  }

  private static boolean mustBeThere(Class<?> type, RecordComponent component) {
    try {
      return type.getDeclaredField(component.getName())
          .getAnnotation(JsonProperty.class)
          .required();
    } catch (NoSuchFieldException e) {
      throw new AssertionError(Arrays.toString(type.getRecordComponents()), e);
    }
  }

  private static JsonNode json() throws IOException {
    return new ObjectMapper().readTree(SCHEMA.toFile());
  }

  private static Schema schema() throws IOException {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(Files.readString(SCHEMA), InputFormat.JSON);
  }
}
