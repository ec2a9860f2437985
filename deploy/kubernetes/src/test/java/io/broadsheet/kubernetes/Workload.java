package io.broadsheet.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * What makes pods.
 *
 * @param object the Deployment or Job
 * @param replicas how many pods run side by side
 * @param stays whether it is meant to stay up, and so needs probes
 */
record Workload(HasMetadata object, PodTemplateSpec template, int replicas, boolean stays) {

  static List<Workload> of(Collection<HasMetadata> objects) {
    return objects.stream().flatMap(Workload::of).toList();
  }

  private static Stream<Workload> of(HasMetadata object) {
    if (object instanceof Deployment deployment) {
      return Stream.of(
          new Workload(
              object,
              deployment.getSpec().getTemplate(),
              deployment.getSpec().getReplicas(),
              true));
    }
    if (object instanceof Job job) {
      return Stream.of(new Workload(object, job.getSpec().getTemplate(), 1, false));
    }
    return Stream.empty();
  }

  String name() {
    return object.getMetadata().getName();
  }

  PodSpec pod() {
    return template.getSpec();
  }

  List<Container> containers() {
    return Stream.concat(pod().getInitContainers().stream(), pod().getContainers().stream())
        .toList();
  }
}
