package io.broadsheet.common.delivery;

/** What becomes of a command as its delivery or target stands. */
public sealed interface Verdict {

  /** The word in {@code publisher.command.result}; null while it waits. */
  String result();

  /** For a person: why, and what to do instead; null if nothing needs to be said. */
  String reason();

  /** It is done. */
  record Apply() implements Verdict {
    @Override
    public String result() {
      return "applied";
    }

    @Override
    public String reason() {
      return null;
    }
  }

  /** It waits: a call or probe is under way, whose end decides. */
  record Wait() implements Verdict {
    @Override
    public String result() {
      return null;
    }

    @Override
    public String reason() {
      return "waits for the end of a call or probe that is under way";
    }
  }

  /** It is not done. */
  record Refuse(String reason) implements Verdict {
    @Override
    public String result() {
      return "refused";
    }
  }

  /** A later command was applied: doing this one now would reverse it. */
  record Supersede(String reason) implements Verdict {
    @Override
    public String result() {
      return "superseded";
    }
  }
}
