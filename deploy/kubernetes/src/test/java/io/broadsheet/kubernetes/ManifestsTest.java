package io.broadsheet.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The house's rules for what runs in a cluster, held against the files as they are written. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ManifestsTest {

  private List<HasMetadata> objects;

  @BeforeAll
  void read() throws IOException {
    objects = load();
  }

  List<HasMetadata> load() throws IOException {
    return DeployFolder.manifests();
  }

  @Test
  void aMisspeltKeyIsFound() {
    assertThatThrownBy(
            () ->
                Manifests.read(
                    """
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: a}
                    spec: {template: {spec: {containers: [{name: a, imagePullPolcy: Always}]}}}
                    """))
        .hasMessageContaining("imagePullPolcy");
  }

  @Test
  void bothServicesRunTwiceAndMigrateOnce() {
    assertThat(workloads().map(w -> w.object().getKind() + " " + w.name() + " " + w.replicas()))
        .contains("Deployment generator 2", "Deployment publisher 2", "Job migrate 1");
  }

  @Test
  void everyContainerRunsUnprivilegedOnAReadOnlyRoot() {
    workloads()
        .forEach(
            workload -> {
              assertThat(workload.pod().getAutomountServiceAccountToken())
                  .as("%s: service account token", workload.name())
                  .isFalse();
              var pod = workload.pod().getSecurityContext();
              assertThat(pod.getRunAsNonRoot()).as("%s: runAsNonRoot", workload.name()).isTrue();
              assertThat(pod.getRunAsUser()).as("%s: uid", workload.name()).isPositive();
              assertThat(pod.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
              for (Container container : workload.containers()) {
                SecurityContext own = container.getSecurityContext();
                assertThat(own.getReadOnlyRootFilesystem()).as(container.getName()).isTrue();
                assertThat(own.getAllowPrivilegeEscalation()).as(container.getName()).isFalse();
                assertThat(own.getCapabilities().getDrop()).containsExactly("ALL");
                assertThat(container.getVolumeMounts())
                    .as("%s: a writable /tmp", container.getName())
                    .anyMatch(mount -> mount.getMountPath().equals("/tmp"));
              }
            });
  }

  @Test
  void noServiceLinkBecomesASetting() {
    workloads().forEach(w -> assertThat(w.pod().getEnableServiceLinks()).as(w.name()).isFalse());
  }

  @Test
  void everyContainerSaysWhatItNeedsAndWhatItMayTake() {
    containers()
        .forEach(
            container -> {
              assertThat(container.getResources().getRequests())
                  .as(container.getName())
                  .containsKeys("cpu", "memory");
              assertThat(container.getResources().getLimits())
                  .as(container.getName())
                  .containsKey("memory");
            });
  }

  @Test
  void everyImageIsPinned() {
    containers()
        .map(Container::getImage)
        .forEach(image -> assertThat(image).matches("[a-z0-9./-]+:(?!latest)[a-z0-9.-]+"));
  }

  @Test
  void whatStaysUpIsProbedOnAPortItHas() {
    workloads()
        .filter(Workload::stays)
        .flatMap(workload -> workload.containers().stream())
        .forEach(
            container ->
                Stream.of(
                        container.getStartupProbe(),
                        container.getLivenessProbe(),
                        container.getReadinessProbe())
                    .forEach(probe -> requireProbe(container, probe)));
  }

  private static void requireProbe(Container container, Probe probe) {
    assertThat(probe).as("%s: startup, liveness and readiness", container.getName()).isNotNull();
    assertThat(container.getPorts())
        .anyMatch(p -> p.getName().equals(probe.getHttpGet().getPort().getStrVal()))
        .allMatch(p -> p.getContainerPort() > 1023 && p.getContainerPort() < 65536);
    assertThat(probe.getTimeoutSeconds()).as(container.getName()).isPositive();
  }

  @Test
  void replicasSpreadOverNodesAndSurviveADrain() {
    workloads()
        .filter(workload -> workload.replicas() > 1)
        .forEach(
            workload -> {
              Map<String, String> labels = workload.template().getMetadata().getLabels();
              assertThat(workload.pod().getTopologySpreadConstraints())
                  .as("%s: spread", workload.name())
                  .isNotEmpty()
                  .allMatch(c -> covers(c.getLabelSelector().getMatchLabels(), labels));
              assertThat(of(PodDisruptionBudget.class))
                  .as("%s: disruption budget", workload.name())
                  .filteredOn(b -> covers(b.getSpec().getSelector().getMatchLabels(), labels))
                  .singleElement()
                  .satisfies(
                      b -> assertThat(b.getSpec().getMinAvailable().getIntVal()).isEqualTo(1));
              assertThat(workload.pod().getTerminationGracePeriodSeconds())
                  .as("%s: longer than a call and its record", workload.name())
                  .isGreaterThan(45);
            });
  }

  @Test
  void selectorsSelectTheirOwnPods() {
    of(Deployment.class)
        .forEach(
            deployment ->
                assertThat(
                        covers(
                            deployment.getSpec().getSelector().getMatchLabels(),
                            deployment.getSpec().getTemplate().getMetadata().getLabels()))
                    .as(deployment.getMetadata().getName())
                    .isTrue());
    of(Service.class)
        .forEach(
            service ->
                assertThat(workloads().filter(Workload::stays))
                    .as("Service %s", service.getMetadata().getName())
                    .filteredOn(
                        w ->
                            covers(
                                service.getSpec().getSelector(),
                                w.template().getMetadata().getLabels()))
                    .hasSize(1));
  }

  private Stream<Workload> workloads() {
    return Workload.of(objects).stream();
  }

  private Stream<Container> containers() {
    return workloads().flatMap(workload -> workload.containers().stream());
  }

  private <T extends HasMetadata> List<T> of(Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private static boolean covers(Map<String, String> selector, Map<String, String> labels) {
    return !selector.isEmpty() && labels.entrySet().containsAll(selector.entrySet());
  }
}
