package io.broadsheet.generator.writing;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;

/** The one call of an API of the OpenAI kind that is used here. */
@Path("/chat/completions")
public interface ChatCompletions {

  /** Asks for one answer. Any status comes back as a response. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces(MediaType.APPLICATION_JSON)
  Uni<Response> create(@HeaderParam("Authorization") String authorization, Request request);

  /** The question. */
  record Request(
      String model,
      List<Message> messages,
      double temperature,
      @JsonProperty("max_tokens") int maxTokens) {}

  /** One message; roles are {@code system} and {@code user}. */
  record Message(String role, String content) {}
}
