package io.broadsheet.generator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The house's lines: imports point one way. */
@AnalyzeClasses(packages = "io.broadsheet", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String ROOT = "io.broadsheet.generator.";

  @ArchTest
  static final ArchRule COMMON_KNOWS_NO_SERVICE =
      noClasses()
          .that()
          .resideInAPackage("io.broadsheet.common..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.broadsheet.generator..", "io.broadsheet.publisher..");

  @ArchTest
  static final ArchRule THE_NEWSROOM_KNOWS_NO_PRESS =
      noClasses()
          .that()
          .resideInAPackage("io.broadsheet.generator..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.broadsheet.publisher..");

  @ArchTest
  static final ArchRule WRITING_KNOWS_ONLY_ITSELF =
      noClasses()
          .that()
          .resideInAPackage(ROOT + "writing..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              ROOT + "edition..",
              ROOT + "translation..",
              ROOT + "outbox..",
              ROOT + "relay..",
              ROOT + "api..");

  @ArchTest
  static final ArchRule TRANSLATION_KNOWS_ONLY_WRITING =
      noClasses()
          .that()
          .resideInAPackage(ROOT + "translation..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              ROOT + "edition..", ROOT + "outbox..", ROOT + "relay..", ROOT + "api..");

  @ArchTest
  static final ArchRule THE_RELAY_KNOWS_NOTHING_OF_EDITIONS =
      noClasses()
          .that()
          .resideInAnyPackage(ROOT + "relay..", ROOT + "outbox..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              ROOT + "edition..", ROOT + "writing..", ROOT + "translation..", ROOT + "api..");

  @ArchTest
  static final ArchRule EDITIONS_KNOW_NOTHING_OF_THE_RELAY =
      noClasses()
          .that()
          .resideInAPackage(ROOT + "edition..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ROOT + "relay..", ROOT + "api..");

  @ArchTest
  static final ArchRule ONLY_THE_API_SERVES_HTTP =
      noClasses()
          .that()
          .resideInAPackage("io.broadsheet.generator..")
          .and()
          .resideOutsideOfPackage(ROOT + "api..")
          // A client's interface carries the same annotations.
          .and()
          .doNotHaveFullyQualifiedName(ROOT + "writing.chat.PostApi")
          .should()
          .beAnnotatedWith("jakarta.ws.rs.Path");

  @ArchTest
  static final ArchRule SQL_STANDS_IN_NO_RESOURCE =
      classes()
          .that()
          .haveSimpleNameEndingWith("Resource")
          .should()
          .onlyDependOnClassesThat()
          .doNotHaveFullyQualifiedName("io.broadsheet.common.database.Database");
}
