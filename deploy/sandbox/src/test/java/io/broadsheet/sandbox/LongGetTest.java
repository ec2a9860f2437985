package io.broadsheet.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The web servers in front of Telegraph and VK refuse long GETs, in HTML. */
class LongGetTest {
  @ParameterizedTest
  @CsvSource({
    "/telegraph/createPage,3100,200",
    "/telegraph/createPage,3101,400",
    "/vk/method/wall.post,8192,200",
    "/vk/method/wall.post,8193,414",
    "/vk/method/wall.post,100000,414"
  })
  void isRefusedBeforeTheApi(String path, int length, int status, @TempDir Path data)
      throws IOException {
    try (Sandbox sandbox = Sandbox.start(SandboxOptions.onFreePort(data))) {
      SandboxClient client = new SandboxClient(sandbox);
      HttpResponse<String> answer = client.get(path + "?text=" + "x".repeat(length - 5));
      assertEquals(status, answer.statusCode());
      assertEquals(status == 200, answer.body().startsWith("{"));
      assertEquals(status, client.requests().at("/0/status").asInt());
    }
  }

  @Test
  void aLongPostIsTaken(@TempDir Path data) throws IOException {
    try (Sandbox sandbox = Sandbox.start(SandboxOptions.onFreePort(data))) {
      HttpResponse<String> answer =
          new SandboxClient(sandbox)
              .form(
                  "/telegraph/createPage",
                  "access_token",
                  "paper:1",
                  "title",
                  "t",
                  "content",
                  "[\"" + "я".repeat(20_000) + "\"]");
      assertTrue(answer.body().startsWith("{\"ok\":true"), answer.body());
    }
  }
}
