package io.broadsheet.generator.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;

/**
 * Writes the heartbeat and looks at the slot besides; both are one statement. The replica whose
 * engine reads the slot writes each time, so a beat that comes back proves the whole way. While
 * nobody has written for a while any replica does, without its name: PostgreSQL does not tell which
 * replica reads the slot, but the one to which that beat comes back knows that it does.
 */
final class Heartbeat {

  private static final String BEAT =
      """
      with slot as (
        select wal_status is distinct from 'lost' as usable, active, active_pid
        from pg_replication_slots where slot_name = ?
      ), beat as (
        insert into generator.relay_heartbeat (holder)
        select ? from slot
        where active
          and (? or not exists (select from generator.relay_heartbeat
                                where beat_at > clock_timestamp() - interval '5 seconds'
                                  and holder <> ?))
        returning id, beat_at
      ), old as (
        delete from generator.relay_heartbeat
        where beat_at < clock_timestamp() - interval '1 minute' and exists (select from beat)
      )
      select slot.usable, slot.active, slot.active_pid, beat.id, beat.beat_at,
          (select h.holder from generator.relay_heartbeat h
           where h.holder <> '' and h.beat_at > clock_timestamp() - interval '10 seconds'
           order by h.id desc limit 1) as holder,
          %s as unpublished
      from slot left join beat on true
      """
          .formatted(PublishedTables.LACKING);

  private final String slotName;
  private final String replica;

  Heartbeat(String slotName, String replica) {
    this.slotName = slotName;
    this.replica = replica;
  }

  /**
   * What the slot looked like.
   *
   * @param usable whether it exists and is not lost
   * @param activePid the server's process in which somebody reads it, 0 if nobody does
   * @param holder this replica if it reads, else the one that wrote the last beat, null if none did
   *     within 10 s
   * @param unpublished tables that the publication does not carry, null if it carries all
   * @param beatId the beat just written, 0 if none
   * @param beatAt its time by the database's clock, null if none
   */
  record Pulse(
      boolean usable,
      int activePid,
      String holder,
      String unpublished,
      long beatId,
      OffsetDateTime beatAt) {

    /** Whether any replica, or anybody else, reads the slot. */
    boolean active() {
      return activePid != 0;
    }
  }

  /**
   * Looks, and writes if it is this replica's turn.
   *
   * @param reading whether this replica's engine reads the slot
   */
  Pulse beat(Connection connection, boolean reading) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BEAT)) {
      statement.setString(1, slotName);
      statement.setString(2, reading ? replica : "");
      statement.setBoolean(3, reading);
      // Its own beats of an engine that has ended say nothing about who reads now.
      statement.setString(4, replica);
      try (ResultSet result = statement.executeQuery()) {
        if (!result.next()) {
          return new Pulse(false, 0, null, null, 0, null);
        }
        return new Pulse(
            result.getBoolean("usable"),
            result.getBoolean("active") ? result.getInt("active_pid") : 0,
            // What was just written is not yet to be seen.
            reading ? replica : otherThanMe(result.getString("holder")),
            result.getString("unpublished"),
            result.getLong("id"),
            result.getObject("beat_at", OffsetDateTime.class));
      }
    }
  }

  private String otherThanMe(String holder) {
    return replica.equals(holder) ? null : holder;
  }
}
