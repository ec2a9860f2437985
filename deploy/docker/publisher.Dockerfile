# Broadsheet: posts each post to each target exactly once
#
#   docker build -f deploy/docker/publisher.Dockerfile -t broadsheet-publisher:0.1.0 .
#
# Where the jars come from: "source" builds them here; "prebuilt" takes what
# `mvn -DskipTests package` left in the working tree (--build-arg JARS=prebuilt).
ARG JARS=source

FROM maven:3.9-eclipse-temurin-17 AS source
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2,sharing=locked \
    mvn -B -ntp -DskipTests -pl publisher-service -am clean package

FROM scratch AS prebuilt
COPY publisher-service/target/quarkus-app /src/publisher-service/target/quarkus-app

FROM ${JARS} AS jars

FROM eclipse-temurin:17-jre
LABEL org.opencontainers.image.title="broadsheet-publisher" \
      org.opencontainers.image.description="Broadsheet: posts each post to each target exactly once" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
# Libraries first: they change least.
COPY --from=jars /src/publisher-service/target/quarkus-app/lib lib
COPY --from=jars /src/publisher-service/target/quarkus-app/quarkus quarkus
COPY --from=jars /src/publisher-service/target/quarkus-app/app app
COPY --from=jars /src/publisher-service/target/quarkus-app/quarkus-run.jar .
ENV QUARKUS_HTTP_HOST=0.0.0.0 \
    QUARKUS_HTTP_PORT=8080 \
    SMALLRYE_CONFIG_LOCATIONS=/etc/broadsheet/broadsheet.properties \
    JDK_JAVA_OPTIONS="-Xmx160m -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError"
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=180s --retries=6 \
    CMD ["curl", "-fsS", "-o", "/dev/null", "http://127.0.0.1:8080/q/health/ready"]
ENTRYPOINT ["java", "-jar", "quarkus-run.jar"]
