import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The commands that change documents. Each statement is run by itself: mongo-java-server goes on after the first error
 * also in an ordered command, and ends the whole command for one statement that cannot be read.
 */
class UpdateCommand {
  /** Runs one command as mongo-java-server does. */
  interface Runner {
    Document run(Document command);
  }

  private static final ThreadLocal<UpdateStatement> CURRENT = new ThreadLocal<>();

  /** The update of that collection that this thread is at; null while it only reads or deletes. */
  static UpdateStatement current(String collection) {
    UpdateStatement statement = CURRENT.get();
    return statement != null && statement.isOf(collection) ? statement : null;
  }

  static Document runFindAndModify(String name, Document command, Runner runner) {
    if (!command.containsKey("update")) return runner.run(command);
    String collection = (String) command.get(name);
    return within(collection, command.get("query"), command.get("update"), command, () -> runner.run(command));
  }

  static Document run(Document command, Runner runner) {
    String collection = (String) command.get("update");
    List<?> updates = (List<?>) command.get("updates");
    List<Document> upserted = new ArrayList<>();
    List<Document> errors = new ArrayList<>();
    int matched = 0;
    int modified = 0;
    for (int index = 0; index < updates.size(); index++) {
      Document update = (Document) updates.get(index);
      Document single = command.clone().append("updates", List.of(update));
      Document answer;
      try {
        answer = within(collection, update.get("q"), update.get("u"), update, () -> runner.run(single));
      } catch (MongoServerError refused) {
        String message = refused.getMessageWithoutErrorCode();
        Document error = new Document("code", refused.getCode()).append("errmsg", message);
        answer = new Document("n", 0).append("nModified", 0).append("writeErrors", List.of(error));
      }
      matched += (Integer) answer.get("n");
      modified += (Integer) answer.get("nModified");
      place(answer.get("upserted"), index, upserted);
      place(answer.get("writeErrors"), index, errors);
      if (!errors.isEmpty() && Utils.isTrue(command.getOrDefault("ordered", true))) break;
    }
    Document all = new Document("n", matched).append("nModified", modified);
    if (!upserted.isEmpty()) all.put("upserted", upserted);
    if (!errors.isEmpty()) all.put("writeErrors", errors);
    Utils.markOkay(all);
    return all;
  }

  /** Puts what a statement answered for its only place where it belongs in the command. */
  private static void place(Object documents, int index, List<Document> placed) {
    if (!(documents instanceof Iterable<?> some)) return;
    for (Object document : some) placed.add(((Document) document).append("index", index));
  }

  private static Document within(
      String collection, Object filter, Object update, Document options, Supplier<Document> work) {
    CURRENT.set(new UpdateStatement(collection, filter, update, options.get("arrayFilters")));
    try {
      return work.get();
    } finally {
      CURRENT.remove();
    }
  }
}
