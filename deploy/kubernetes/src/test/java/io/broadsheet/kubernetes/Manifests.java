package io.broadsheet.kubernetes;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Reads manifests as the API server's strict validation would: no unknown kind, no unknown key. */
final class Manifests {

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "v1/ConfigMap", ConfigMap.class,
          "v1/Namespace", Namespace.class,
          "v1/PersistentVolumeClaim", PersistentVolumeClaim.class,
          "v1/Secret", Secret.class,
          "v1/Service", Service.class,
          "apps/v1/Deployment", Deployment.class,
          "batch/v1/Job", Job.class,
          "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class);

  private static final ObjectMapper YAML =
      new ObjectMapper(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private Manifests() {}

  /**
   * The objects of a YAML stream.
   *
   * @throws IllegalArgumentException naming the first kind or key that Kubernetes does not know
   */
  static List<HasMetadata> read(String yaml) throws IOException {
    List<HasMetadata> objects = new ArrayList<>();
    try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
      while (documents.hasNext()) {
        JsonNode document = documents.next();
        String kind = document.path("apiVersion").asText() + "/" + document.path("kind").asText();
        Class<? extends HasMetadata> type = KINDS.get(kind);
        if (type == null) {
          throw new IllegalArgumentException("unknown kind " + kind);
        }
        HasMetadata object = YAML.treeToValue(document, type);
        requireKnownKeys(object.getKind() + " " + object.getMetadata().getName(), object);
        objects.add(object);
      }
    }
    return objects;
  }

  // The models take any key: what they do not know ends in "additional properties".
  private static void requireKnownKeys(String path, Object node) {
    if (node instanceof Map<?, ?> map) {
      map.forEach((key, value) -> requireKnownKeys(path + "." + key, value));
    } else if (node instanceof Collection<?> items) {
      items.forEach(item -> requireKnownKeys(path + "[]", item));
    } else if (node instanceof KubernetesResource) {
      for (PropertyDescriptor property : properties(node)) {
        Object value = read(property, node);
        if (property.getName().equals("additionalProperties")) {
          if (value instanceof Map<?, ?> unknown && !unknown.isEmpty()) {
            throw new IllegalArgumentException(path + ": unknown keys " + unknown.keySet());
          }
        } else {
          requireKnownKeys(path + "." + property.getName(), value);
        }
      }
    }
  }

  private static List<PropertyDescriptor> properties(Object bean) {
    try {
      return List.of(
          Introspector.getBeanInfo(bean.getClass(), Object.class).getPropertyDescriptors());
    } catch (IntrospectionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object read(PropertyDescriptor property, Object bean) {
    if (property.getReadMethod() == null) {
      return null;
    }
    try {
      return property.getReadMethod().invoke(bean);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(property.getName(), e);
    }
  }
}
