package io.broadsheet.common.migrate;

/** What tells the relay's own replication slot from another that stands under its name. */
public final class SlotKind {

  /**
   * SQL of a row {@code s} of {@code pg_replication_slots}, asked in the relay's database: what
   * keeps the slot from being the relay's, null if nothing does. Slot names belong to the whole
   * server.
   */
  public static final String FOREIGN =
      """
      case when s.slot_type <> 'logical' or s.plugin <> 'pgoutput' then 'is no pgoutput slot'
           when s.temporary then 'is a temporary slot of somebody''s session'
           when s.database <> current_database()
           then 'belongs to the database ' || s.database end
      """;

  private SlotKind() {}
}
