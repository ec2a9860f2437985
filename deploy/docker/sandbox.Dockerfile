# Broadsheet: stand-in for the Telegram, Telegraph, VK and LLM APIs
#
#   docker build -f deploy/docker/sandbox.Dockerfile -t broadsheet-sandbox:0.1.0 .
#
# Where the jars come from: "source" builds them here; "prebuilt" takes what
# `mvn -DskipTests package` left in the working tree (--build-arg JARS=prebuilt).
ARG JARS=source

FROM maven:3.9-eclipse-temurin-17 AS source
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2,sharing=locked \
    mvn -B -ntp -DskipTests -pl deploy/sandbox -am clean package

FROM scratch AS prebuilt
COPY deploy/sandbox/target/lib /src/deploy/sandbox/target/lib
COPY deploy/sandbox/target/sandbox.jar /src/deploy/sandbox/target/

FROM ${JARS} AS jars

FROM eclipse-temurin:17-jre
LABEL org.opencontainers.image.title="broadsheet-sandbox" \
      org.opencontainers.image.description="Broadsheet: stand-in for the Telegram, Telegraph, VK and LLM APIs" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
COPY --from=jars /src/deploy/sandbox/target/lib lib
COPY --from=jars /src/deploy/sandbox/target/sandbox.jar .
# A new named volume takes over this folder's owner.
RUN install -d -o 10001 -g 10001 /var/lib/sandbox
ENV SANDBOX_HOST=0.0.0.0 \
    SANDBOX_PORT=8090 \
    SANDBOX_DATA=/var/lib/sandbox \
    JDK_JAVA_OPTIONS="-Xmx96m -XX:+UseSerialGC"
USER 10001:10001
VOLUME /var/lib/sandbox
EXPOSE 8090
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=6 \
    CMD ["curl", "-fsS", "-o", "/dev/null", "http://127.0.0.1:8090/sandbox/journal"]
ENTRYPOINT ["java", "-jar", "sandbox.jar"]
