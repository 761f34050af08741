import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * What the primary of a set of one member answers besides: its set, and writes that are sent twice. As in MongoDB, a
 * write with the session, number and statement of an earlier one gets that one's answer and is not executed. Unlike
 * MongoDB, it forgets them at a restart, and has no transactions.
 */
class ReplicaSet {
  /** Sessions that are remembered. MongoDB remembers them for 30 minutes. */
  private static final int SESSIONS = 10_000;

  private static class Session {
    long number = -1;
    /** By the command's name and its statements. */
    final Map<Object, Document> answers = new HashMap<>();
  }

  private final String name;
  private final String host;
  private final Map<Object, Session> sessions =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Session> eldest) {
          return size() > SESSIONS;
        }
      };

  ReplicaSet(String name, String host) {
    this.name = name;
    this.host = host;
  }

  /** Adds to the answer of `hello` that this is the primary. */
  void describe(Document answer) {
    answer.append("setName", name).append("setVersion", 1).append("hosts", List.of(host)).append("primary", host);
    answer.append("me", host).append("secondary", false).append("logicalSessionTimeoutMinutes", 30);
  }

  Document run(Document command, Callable<Document> work) throws Exception {
    if (!(command.get("txnNumber") instanceof Number number)) return work.call();
    check(command);
    Session session;
    synchronized (sessions) {
      Object id = ((Document) command.get("lsid")).get("id");
      session = sessions.computeIfAbsent(id, any -> new Session());
    }
    // A repeat that overtakes its first try waits for its answer.
    synchronized (session) {
      if (number.longValue() < session.number)
        throw new MongoServerError(
            225, "TransactionTooOld", "A newer retryable write than " + number + " has started on this session");
      if (number.longValue() > session.number) session.answers.clear();
      session.number = number.longValue();
      List<?> key = List.of(command.keySet().iterator().next(), statements(command));
      Document first = session.answers.get(key);
      if (first != null) return first.cloneDeeply();
      Document answer = work.call();
      session.answers.put(key, answer.cloneDeeply().append("retriedStmtIds", List.of(0)));
      return answer;
    }
  }

  private static Object statements(Document command) {
    Object several = command.get("stmtIds");
    return several != null ? several : List.of(command.getOrDefault("stmtId", 0));
  }

  private static void check(Document command) {
    String name = command.keySet().iterator().next();
    if (!command.containsKey("lsid")) throw invalid("Transaction number requires a session ID to also be specified");
    if (command.containsKey("autocommit") || command.containsKey("startTransaction"))
      throw new MongoServerError(20, "IllegalOperation", "This stand-in for MongoDB has no transactions");
    if (!List.of("insert", "update", "delete", "findAndModify").contains(name))
      throw new MongoServerError(50768, "NotARetryableWriteCommand", name + " is not a retryable write command");
    for (Object one : (List<?>) command.getOrDefault("updates", List.of()))
      if (Boolean.TRUE.equals(((Document) one).get("multi"))) throw invalid("Cannot use retryable writes with multi=true");
    for (Object one : (List<?>) command.getOrDefault("deletes", List.of()))
      if (((Number) ((Document) one).get("limit")).intValue() == 0)
        throw invalid("Cannot use retryable writes with limit=0");
  }

  private static MongoServerError invalid(String problem) {
    return new MongoServerError(72, "InvalidOptions", problem);
  }
}
