package io.broadsheet.generator.writing;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Why a model gave no usable answer, grouped by what is to be done: {@code docs/writing.md} has the
 * table.
 */
public sealed interface ChatFault {

  /** A stable name, as in {@code llm_call.outcome}: {@code quota}, {@code cut-off}, ... */
  String kind();

  /** What happened, as the rest of a sentence that begins with the writer's name; no secrets. */
  String told();

  /** Whether and how to ask again. */
  Again again();

  /**
   * Whether it lies in what was written or asked for, so that another topic may help. Otherwise the
   * same question may be answered well once the cause is gone.
   */
  boolean liesInTheText();

  /** How long the provider asks to wait before it is asked again; empty when it does not say. */
  default Optional<Duration> retryAfter() {
    return Optional.empty();
  }

  /** What helps. */
  enum Again {
    /** Nothing soon. */
    NEVER,
    /** The same question after a wait. */
    AFTER_A_WAIT,
    /** The question with the fault named. */
    WITH_THE_FAULT_NAMED
  }

  /** The provider refuses, and would again. */
  record Refused(Reason reason, String told) implements ChatFault {

    /** Why it refuses. */
    public enum Reason {
      /** The account has no money or no allowance left. */
      QUOTA,
      /** Its filter objects to prompt or answer. */
      CONTENT_FILTER,
      /** The prompt is too long for the model. */
      CONTEXT_LENGTH,
      /** The key is wrong, or may not do this, or not from here. */
      AUTHENTICATION,
      /** There is no such model. */
      MODEL_NOT_FOUND,
      /** It does not accept the request's form. */
      BAD_REQUEST,
      /** What answers is no API of this kind: a web page, a redirect. */
      NOT_JSON,
      /** The answer is longer than any article. */
      TOO_LONG,
      /** The model itself declines. */
      REFUSAL
    }

    @Override
    public String kind() {
      return wireName(reason);
    }

    @Override
    public Again again() {
      return Again.NEVER;
    }

    @Override
    public boolean liesInTheText() {
      return reason == Reason.CONTENT_FILTER
          || reason == Reason.TOO_LONG
          || reason == Reason.REFUSAL;
    }
  }

  /**
   * Too many requests.
   *
   * @param retryAfter how long the provider asks to wait; empty when it does not say
   */
  record Throttled(Optional<Duration> retryAfter, String told) implements ChatFault {
    @Override
    public String kind() {
      return "rate";
    }

    @Override
    public Again again() {
      return Again.AFTER_A_WAIT;
    }

    @Override
    public boolean liesInTheText() {
      return false;
    }
  }

  /**
   * It did not work this time.
   *
   * @param passing whether the same question may work soon
   * @param retryAfter how long the provider asks to wait; empty when it does not say
   */
  record Down(Reason reason, boolean passing, Optional<Duration> retryAfter, String told)
      implements ChatFault {

    /** One after which nobody asks to wait. */
    public Down(Reason reason, boolean passing, String told) {
      this(reason, passing, Optional.empty(), told);
    }

    /** What did not work. */
    public enum Reason {
      /** The provider has trouble of its own. */
      SERVER,
      /** No answer in time. */
      TIMEOUT,
      /** No connection, or it was lost. */
      CONNECTION,
      /** JSON that holds no answer. */
      NO_ANSWER,
      /** The access token ended before its time. */
      TOKEN_EXPIRED
    }

    @Override
    public String kind() {
      return wireName(reason);
    }

    @Override
    public Again again() {
      return passing ? Again.AFTER_A_WAIT : Again.NEVER;
    }

    @Override
    public boolean liesInTheText() {
      return false;
    }
  }

  /** There is an answer, and it is of no use. */
  record Unusable(Reason reason, String told) implements ChatFault {

    /** What is wrong with it. */
    public enum Reason {
      /** It ends at the limit of tokens. */
      CUT_OFF,
      /** It has no text. */
      EMPTY,
      /** It has thoughts and no text. */
      ONLY_REASONING,
      /** A gate refuses it. */
      GATE
    }

    @Override
    public String kind() {
      return wireName(reason);
    }

    @Override
    public Again again() {
      return Again.WITH_THE_FAULT_NAMED;
    }

    @Override
    public boolean liesInTheText() {
      return true;
    }
  }

  private static String wireName(Enum<?> reason) {
    return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
