package io.broadsheet.generator.writing.chat;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientRequestFilter;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.lang.annotation.Annotation;
import java.net.URI;
import java.util.Map;

/** The one call that is made here, wherever it goes. */
@Path("")
public interface PostApi {

  /** Posts once. Any status comes back as a response; cancelling closes the connection. */
  @POST
  @Produces(MediaType.APPLICATION_JSON)
  Uni<Response> post(Call call);

  /**
   * What is posted.
   *
   * @param uri where to, with its query
   * @param headers all but those of the body's length and the connection
   * @param body as it is sent
   */
  record Call(URI uri, Map<String, String> headers, byte[] body) {}

  /** Makes a request of a call. */
  final class Addressing implements ClientRequestFilter {

    @Override
    public void filter(ClientRequestContext request) {
      Call call = (Call) request.getEntity();
      // Exactly as configured: a builder of URIs would encode it anew.
      request.setUri(call.uri());
      request.setEntity(call.body(), new Annotation[0], MediaType.APPLICATION_OCTET_STREAM_TYPE);
      call.headers().forEach(request.getHeaders()::putSingle);
    }
  }
}
