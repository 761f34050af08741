import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.function.Supplier;

/**
 * The `$match` with which an aggregation begins. mongo-java-server reads every document of the collection, and then holds it against
 * that. Here it only reads those that match, by an index if one answers.
 */
class FirstMatch {
  private record Of(String collection, Document match) {}

  private static final ThreadLocal<Of> CURRENT = new ThreadLocal<>();

  static Document within(Document command, Supplier<Document> run) {
    CURRENT.set(of(command));
    try {
      return run.get();
    } finally {
      CURRENT.remove();
    }
  }

  /** What the aggregation of this thread that is about to read a collection begins with, once; null if it may need every document. */
  static Document take(String collection) {
    Of current = CURRENT.get();
    if (current == null || !current.collection.equals(collection)) return null;
    CURRENT.remove();
    return current.match;
  }

  private static Of of(Document command) {
    if (!(command.get("aggregate") instanceof String collection)) return null;
    if (!(command.get("pipeline") instanceof List<?> stages) || stages.isEmpty()) return null;
    if (!(stages.get(0) instanceof Document first) || !(first.get("$match") instanceof Document match)) return null;
    return match.containsKey("$expr") ? null : new Of(collection, match);
  }
}
