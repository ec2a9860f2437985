# Broadsheet: brings database and broker to the expected state, then exits
#
#   docker build -f deploy/docker/migrate.Dockerfile -t broadsheet-migrate:0.1.0 .
#
# Where the jars come from: "source" builds them here; "prebuilt" takes what
# `mvn -DskipTests package` left in the working tree (--build-arg JARS=prebuilt).
ARG JARS=source

FROM maven:3.9-eclipse-temurin-17 AS source
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2,sharing=locked \
    mvn -B -ntp -DskipTests -pl common -am clean package

FROM scratch AS prebuilt
COPY common/target/lib /src/common/target/lib
COPY common/target/common.jar /src/common/target/

FROM ${JARS} AS jars

FROM eclipse-temurin:17-jre
LABEL org.opencontainers.image.title="broadsheet-migrate" \
      org.opencontainers.image.description="Broadsheet: brings database and broker to the expected state, then exits" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
COPY --from=jars /src/common/target/lib lib
COPY --from=jars /src/common/target/common.jar .
ENV SMALLRYE_CONFIG_LOCATIONS=/etc/broadsheet/broadsheet.properties \
    JDK_JAVA_OPTIONS="-Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
USER 10001:10001
ENTRYPOINT ["java", "-Djava.util.logging.manager=org.jboss.logmanager.LogManager", \
    "-cp", "common.jar:lib/*", "io.broadsheet.common.migrate.Migrate"]
