import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What MongoDB refuses of indexes and hints, and mongo-java-server takes (MongoDB manual, "Partial Indexes", "Error Codes"). */
class IndexRules {
  private static final Set<String> OPERATORS =
      Set.of("$eq", "$exists", "$gt", "$gte", "$in", "$lt", "$lte", "$type", "$and", "$or");
  /** With the keys, what makes two indexes different ones. They may stand beside each other under different names. */
  private static final List<String> SIGNATURE = List.of("key", "unique", "sparse", "partialFilterExpression", "collation");

  /** Throws if a collection with the indexes `existing` cannot get this one too. */
  static void check(Document wanted, Iterable<Document> existing) {
    if (wanted.get("partialFilterExpression") instanceof Document filter) {
      if (Utils.isTrue(wanted.get("sparse")))
        throw new MongoServerError(
            67, "CannotCreateIndex", "cannot mix \"partialFilterExpression\" and \"sparse\" options");
      checkFilter(filter);
    }
    for (Document one : existing) {
      boolean sameName = one.get("name").equals(wanted.get("name"));
      boolean same = SIGNATURE.stream().allMatch(option -> isSame(one, wanted, option));
      boolean identical = same && isSame(one, wanted, "expireAfterSeconds");
      if (sameName ? identical : !same) continue;
      if (sameName && !same)
        throw new MongoServerError(
            86, "IndexKeySpecsConflict", "An existing index has the same name as the requested index: " + one);
      String problem = identical ? "Index already exists with a different name: " : "An equivalent index already exists: ";
      throw new MongoServerError(85, "IndexOptionsConflict", problem + one.get("name"));
    }
  }

  private static boolean isSame(Document one, Document other, String option) {
    Object a = one.get(option);
    Object b = other.get(option);
    if (!option.equals("key")) return Objects.equals(Boolean.FALSE.equals(a) ? null : a, Boolean.FALSE.equals(b) ? null : b);
    // The order of the keys counts, and 1 is 1.0.
    return described((Document) a).equals(described((Document) b));
  }

  private static List<String> described(Document keys) {
    List<String> described = new ArrayList<>();
    keys.forEach((path, order) -> described.add(path + " " + (order instanceof Number n ? n.doubleValue() : order)));
    return described;
  }

  private static void checkFilter(Document filter) {
    filter.forEach(
        (key, value) -> {
          boolean known = !key.startsWith("$") || OPERATORS.contains(key);
          if (!known || (key.equals("$exists") && !Utils.isTrue(value)))
            throw new MongoServerError(
                67, "CannotCreateIndex", "Expression not supported in partial index: " + key + ": " + value);
          if (value instanceof Document inner) checkFilter(inner);
          if (key.startsWith("$") && value instanceof Collection<?> several) {
            for (Object one : several) if (one instanceof Document inner) checkFilter(inner);
          }
        });
  }

  /** Throws if a command or a statement names an index that its collection does not have. */
  static void checkHint(Object hint, MongoCollection<?> collection) {
    if (hint == null || collection == null) return;
    boolean natural = hint instanceof Document keys && keys.containsKey("$natural");
    boolean known =
        collection.getIndexes().stream()
            .map(index -> index.toIndexDescription())
            .anyMatch(
                index ->
                    hint instanceof Document keys
                        ? described((Document) index.get("key")).equals(described(keys))
                        : index.get("name").equals(hint));
    if (!natural && !known)
      throw new MongoServerError(2, "BadValue", "hint provided does not correspond to an existing index: " + hint);
  }
}
