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
        select coalesce(wal_status, '') as wal_status, active
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
      select slot.wal_status, slot.active, beat.id, beat.beat_at,
          (select h.holder from generator.relay_heartbeat h
           where h.holder <> '' and h.beat_at > clock_timestamp() - interval '10 seconds'
           order by h.id desc limit 1) as holder
      from slot left join beat on true
      """;

  private final String slotName;
  private final String replica;

  Heartbeat(String slotName, String replica) {
    this.slotName = slotName;
    this.replica = replica;
  }

  /**
   * What the slot looked like.
   *
   * @param exists whether it exists and is not lost
   * @param active whether any replica reads it
   * @param holder the replica that wrote the last beat, null if none did within 10 s
   * @param beatId the beat just written, 0 if none
   * @param beatAt its time by the database's clock, null if none
   */
  record Pulse(boolean exists, boolean active, String holder, long beatId, OffsetDateTime beatAt) {}

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
          return new Pulse(false, false, null, 0, null);
        }
        return new Pulse(
            !"lost".equals(result.getString("wal_status")),
            result.getBoolean("active"),
            reading || !replica.equals(result.getString("holder"))
                ? result.getString("holder")
                : null,
            result.getLong("id"),
            result.getObject("beat_at", OffsetDateTime.class));
      }
    }
  }
}
