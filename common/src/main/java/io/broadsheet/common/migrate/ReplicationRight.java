package io.broadsheet.common.migrate;

/**
 * The right to read the WAL: the attribute REPLICATION, or, on Amazon RDS and Aurora, where nobody
 * can give it, membership in the role {@code rds_replication}. Cloud SQL and Azure give the
 * attribute.
 */
public final class ReplicationRight {

  /** Amazon's role, which its {@code rds_superuser} may grant. */
  static final String RDS_ROLE = "rds_replication";

  /** SQL: whether this server has Amazon's role. */
  static final String ON_RDS = "exists (select from pg_roles where rolname = '" + RDS_ROLE + "')";

  /** SQL: whether the current user has the right. */
  public static final String HELD =
      """
      exists (select from pg_roles
              where rolname = current_user and (rolreplication or rolsuper)
                 or rolname = '%s' and pg_has_role(current_user, oid, 'member'))
      """
          .formatted(RDS_ROLE);

  private ReplicationRight() {}

  /** What an administrator runs to give it. */
  public static String remedy(String role) {
    return "alter role %s replication (on Amazon RDS: grant %s to %s)"
        .formatted(role, RDS_ROLE, role);
  }
}
