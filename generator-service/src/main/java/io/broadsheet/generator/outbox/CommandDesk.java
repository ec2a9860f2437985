package io.broadsheet.generator.outbox;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.Languages;
import io.broadsheet.common.delivery.CommandRules;
import io.broadsheet.common.delivery.Verdict;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.common.target.Targets;
import io.broadsheet.generator.outbox.OrderFacts.Generation;
import io.broadsheet.generator.outbox.OrderFacts.Turn;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/**
 * Takes operators' orders. It refuses at once what cannot work as things stand; the rest goes into
 * the outbox, and the publisher has the last word. The same order given again before it is settled
 * and before another that may undo it, or with the same idempotency key at any time, is the same
 * command.
 */
@ApplicationScoped
public class CommandDesk {

  private static final Logger LOG = Logger.getLogger(CommandDesk.class);

  /** Orders to one target come from a few people: who loses so often meets a fault. */
  private static final int MOST_DECISIONS = 50;

  private final OrderFacts facts;
  private final RecogniseOrder recogniseOrder;
  private final OrderTransaction transaction;
  private final Targets targets;
  private final Consumer<CommandOrdered> ordered;

  /**
   * @throws ConfigurationFault if {@code broadsheet.targets.*} or {@code broadsheet.languages.*} is
   *     at fault
   */
  @Inject
  public CommandDesk(
      OrderFacts facts,
      RecogniseOrder recogniseOrder,
      OrderTransaction transaction,
      Config config,
      Event<CommandOrdered> ordered) {
    this(
        facts,
        recogniseOrder,
        transaction,
        Targets.read(config, Languages.read(config).all()),
        ordered::fireAsync);
  }

  CommandDesk(
      OrderFacts facts,
      RecogniseOrder recogniseOrder,
      OrderTransaction transaction,
      Targets targets,
      Consumer<CommandOrdered> ordered) {
    this.facts = facts;
    this.recogniseOrder = recogniseOrder;
    this.transaction = transaction;
    this.targets = targets;
    this.ordered = ordered;
  }

  /**
   * Orders something of the newest generation of a delivery: {@code retry}, {@code skip}, {@code
   * confirm-posted}.
   *
   * @param command the command for a generation
   */
  public OrderReply orderOfDelivery(
      Orderer orderer,
      UUID postId,
      String target,
      IntFunction<? extends Command.OfStandingDelivery> command) {
    return decide(
        orderer,
        target,
        command,
        turn -> {
          List<Generation> generations = facts.generations(postId, target);
          if (generations.isEmpty()) {
            return Decision.no(noDelivery(postId, target));
          }
          Generation newest = generations.get(generations.size() - 1);
          if (newest.standing() == null) {
            return Decision.no(new OrderReply.Conflict(newest.whyNotThere()));
          }
          Command.OfStandingDelivery wanted = command.apply(newest.number());
          return CommandRules.judge(wanted, newest.standing()) instanceof Verdict.Refuse refusal
              ? Decision.no(new OrderReply.Conflict(refusal.reason()))
              : Decision.yes(wanted);
        });
  }

  /** Sends a post to a target that it had no event for. */
  public OrderReply publish(Orderer orderer, UUID postId, String target) {
    return decide(
        orderer,
        target,
        generation -> new Command.Publish(postId, generation),
        turn ->
            facts.generations(postId, target).isEmpty()
                ? sending(postId, target, new Command.Publish(postId, 1))
                : Decision.no(
                    new OrderReply.Conflict(
                        "the post has been sent to "
                            + target
                            + " already; retry a delivery that waits, republish sends it once"
                            + " more")));
  }

  /**
   * Sends a post once more, as a new generation, where every earlier one is settled for good.
   *
   * @param orderer with a reason
   */
  public OrderReply republish(Orderer orderer, UUID postId, String target) {
    // A replay of the whole channel, which may send the post too, passes the channel's gate.
    List<String> gates =
        Stream.concat(Stream.of(target), channelOf(target).map(ChannelKind::wireName).stream())
            .distinct()
            .toList();
    return decide(
        orderer,
        target,
        gates,
        generation -> new Command.Republish(postId, generation),
        turn -> {
          String channel = channelOf(target).map(ChannelKind::wireName).orElse(target);
          Repetition repetition = Repetition.read(facts, postId, target, channel);
          Optional<String> obstacle = repetition.obstacle();
          if (obstacle.isPresent()) {
            return Decision.no(new OrderReply.Conflict(obstacle.get()));
          }
          return sending(postId, target, new Command.Republish(postId, repetition.next()));
        });
  }

  /** The channel of a target, if that is configured. */
  Optional<ChannelKind> channelOf(String target) {
    return targets.find(target).map(Target::channel);
  }

  /** Orders {@code pause}, whose end must be to come, or {@code resume} of a target. */
  public OrderReply orderOfTarget(Orderer orderer, String target, Command.OfTarget command) {
    return decide(
        orderer,
        target,
        generation -> command,
        turn -> {
          if (command instanceof Command.Pause pause
              && pause.until() != null
              && !pause.until().isAfter(turn.now())) {
            return Decision.no(
                new OrderReply.Invalid(
                    "until is \""
                        + pause.until().toInstant()
                        + "\", and by the database's clock it is "
                        + turn.now().toInstant()
                        + " already; write a later time, or none"));
          }
          return targets.find(target).isPresent() || facts.isKnownToPublisher(target)
              ? Decision.yes(command)
              : Decision.no(noTarget(target));
        });
  }

  /** What was decided: the command, with the post it sends, or why not. */
  record Decision(OrderReply no, Command command, Target target, PostEvent post) {

    static Decision no(OrderReply reply) {
      return new Decision(reply, null, null, null);
    }

    static Decision yes(Command command) {
      return new Decision(null, command, null, null);
    }
  }

  OrderReply decide(
      Orderer orderer,
      String target,
      IntFunction<? extends Command> wanted,
      Function<Turn, Decision> decision) {
    return decide(orderer, target, List.of(target), wanted, decision);
  }

  private OrderReply decide(
      Orderer orderer,
      String target,
      List<String> gates,
      IntFunction<? extends Command> wanted,
      Function<Turn, Decision> decision) {
    for (int i = 0; i < MOST_DECISIONS; i++) {
      Turn turn = facts.turn(gates);
      Optional<OrderReply> given =
          recogniseOrder.recognise(
              orderer.gives(wanted.apply(1), target, turn.now()), wanted, related(target));
      if (given.isPresent()) {
        // Whoever gave it may never have learned that, and so has told nobody.
        if (given.get() instanceof OrderReply.Accepted accepted) {
          ordered.accept(new CommandOrdered(accepted.commandId()));
        }
        return given.get();
      }
      Decision decided = decision.apply(turn);
      if (decided.no() != null) {
        return decided.no();
      }
      CommandEvent event = orderer.gives(decided.command(), target, turn.now());
      try {
        if (transaction.give(turn, event, decided.target(), decided.post())) {
          LOG.infof("%s of %s ordered by %s", event.command(), target, orderer.operator());
          ordered.accept(new CommandOrdered(event.id()));
          return new OrderReply.Accepted(event.id());
        }
      } catch (PostTooLarge e) {
        return new OrderReply.Conflict(e.getMessage() + "; put it there by hand");
      }
    }
    return new OrderReply.Conflict("too many orders to " + target + " at once; try again");
  }

  /** A target with its channel, a channel with its targets: replays go by either. */
  private Set<String> related(String key) {
    Set<String> related = new TreeSet<>(Set.of(key));
    for (Target target : targets.all()) {
      if (target.name().equals(key)) {
        related.add(target.channel().wireName());
      } else if (target.channel().wireName().equals(key)) {
        related.add(target.name());
      }
    }
    return related;
  }

  private Decision sending(UUID postId, String name, Command.OfDelivery command) {
    Optional<Target> target = targets.find(name);
    if (target.isEmpty()) {
      return Decision.no(noTarget(name));
    }
    Optional<PostEvent> post = facts.postEvent(postId, target.get(), command.generation());
    if (post.isEmpty()) {
      return Decision.no(new OrderReply.NotFound("there is no post " + postId));
    }
    if (!post.get().language().equals(target.get().language())) {
      return Decision.no(
          new OrderReply.Conflict(
              name
                  + " takes posts in "
                  + target.get().language()
                  + ", this one is in "
                  + post.get().language()));
    }
    return new Decision(null, command, target.get(), post.get());
  }

  private OrderReply noDelivery(UUID postId, String target) {
    return new OrderReply.NotFound(
        facts.postExists(postId)
            ? "post " + postId + " has no delivery to " + target + "; publish sends it there"
            : "there is no post " + postId);
  }

  private OrderReply noTarget(String target) {
    return new OrderReply.NotFound(
        "there is no target "
            + target
            + "; configured are "
            + targets.all().stream().map(Target::name).collect(Collectors.joining(", ")));
  }
}
