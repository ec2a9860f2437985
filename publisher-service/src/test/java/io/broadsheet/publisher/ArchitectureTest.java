package io.broadsheet.publisher;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The lines of docs/architecture.md that imports must not cross. */
@AnalyzeClasses(
    packages = "io.broadsheet.publisher",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule CHANNELS_KNOW_NEITHER_KAFKA_NOR_SQL_NOR_THE_PROTOCOL =
      noClasses()
          .that()
          .resideInAPackage("..publisher.channel..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka..",
              "io.smallrye.reactive.messaging..",
              "io.vertx.sqlclient..",
              "io.vertx.mutiny.sqlclient..",
              "io.vertx.pgclient..",
              "io.broadsheet.common.database..",
              "..publisher.inbox..",
              "..publisher.delivery..");

  @ArchTest
  static final ArchRule THE_PROTOCOL_KNOWS_NO_CHANNEL_BY_NAME =
      noClasses()
          .that()
          .resideInAPackage("..publisher.delivery..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..publisher.channel.*..", "..publisher.inbox..");

  @ArchTest
  static final ArchRule THE_INBOX_KNOWS_NO_CHANNEL =
      noClasses()
          .that()
          .resideInAPackage("..publisher.inbox..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..publisher.channel..", "..publisher.rendering..");

  @ArchTest
  static final ArchRule COMMANDS_KNOW_NO_CHANNEL =
      noClasses()
          .that()
          .resideInAPackage("..publisher.command..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..publisher.channel..", "..publisher.rendering..");

  @ArchTest
  static final ArchRule RENDERING_KNOWS_TEXT_ONLY =
      noClasses()
          .that()
          .resideInAPackage("..publisher.rendering..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka..",
              "io.broadsheet.common.database..",
              "..publisher.inbox..",
              "..publisher.delivery..",
              "..publisher.channel.*..");

  @ArchTest
  static final ArchRule PACKAGES_DEPEND_ONE_WAY =
      slices().matching("io.broadsheet.publisher.(*)..").should().beFreeOfCycles();
}
