import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.QueryMatcher;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.Json;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One update of one collection, with what MongoDB refuses and mongo-java-server takes: array filters that do not fit
 * the update, and operators on an explicit null, which mongo-java-server takes for a field that is missing.
 */
class UpdateStatement {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\[([^\\]]+)\\]");

  private static final Set<String> ON_ARRAYS = Set.of("$pull", "$pullAll", "$push", "$addToSet", "$pop");
  private static final Set<String> ON_NUMBERS = Set.of("$inc", "$mul");
  /** They do nothing where the way to their field is not there; the others make it. */
  private static final Set<String> REMOVING = Set.of("$pull", "$pullAll", "$pop", "$unset", "$rename", "$setOnInsert");

  private final String collection;
  private final Document filter;
  private final Map<String, Map<String, Object>> operators = new LinkedHashMap<>();
  private final Map<String, Object> arrayFilters = new LinkedHashMap<>();
  private final QueryMatcher matcher = new DefaultQueryMatcher();

  /** Throws when the array filters and the placeholders of the update are not the same ones. */
  UpdateStatement(String collection, Object filter, Object update, Object arrayFilters) {
    this.collection = collection;
    this.filter = filter instanceof Document document ? document : new Document();
    if (update instanceof Document document) {
      document.forEach(
          (operator, fields) -> {
            if (fields instanceof Document named) operators.put(operator, named);
          });
    }
    if (arrayFilters instanceof List<?> list) list.forEach(one -> addArrayFilter((Document) one));
    checkPlaceholders(update);
  }

  boolean isOf(String name) {
    return collection.equals(name);
  }

  /** A copy of a document that the update is about, if it may be changed so. */
  Document copyToChange(Document document) {
    operators.forEach(
        (operator, fields) ->
            fields.keySet().forEach(path -> descend(operator, document, document, Utils.splitPath(path), path)));
    return document.cloneDeeply();
  }

  private void addArrayFilter(Document one) {
    Document deeper = new Document();
    for (Map.Entry<String, Object> entry : one.entrySet()) {
      String rest = Utils.joinTail(Utils.splitPath(entry.getKey()));
      if (!rest.isEmpty()) deeper.put(rest, entry.getValue());
      arrayFilters.put(Utils.firstFragment(entry.getKey()), rest.isEmpty() ? entry.getValue() : deeper);
    }
  }

  private void checkPlaceholders(Object update) {
    Set<String> used = new LinkedHashSet<>();
    for (Map<String, Object> fields : operators.values()) {
      for (String path : fields.keySet()) {
        Matcher found = PLACEHOLDER.matcher(path);
        while (found.find()) {
          used.add(found.group(1));
          if (!arrayFilters.containsKey(found.group(1)))
            throw badValue("No array filter found for identifier '" + found.group(1) + "' in path '" + path + "'");
        }
      }
    }
    for (String identifier : arrayFilters.keySet()) {
      String problem = "The array filter for identifier '" + identifier + "' was not used in the update ";
      if (!used.contains(identifier)) throw new MongoServerError(9, "FailedToParse", problem + Json.toJsonValue(update));
    }
  }

  private void descend(String operator, Document document, Object holder, List<String> rest, String path) {
    String name = rest.get(0);
    if (holder instanceof Document fields) {
      if (fields.containsKey(name)) meet(operator, document, fields.get(name), rest, path);
    } else if (holder instanceof List<?> elements) {
      Integer matched = name.equals("$") ? matcher.matchPosition(document, filter) : null;
      for (int index = 0; index < elements.size(); index++) {
        boolean meant = name.equals("$") ? Objects.equals(matched, index) : means(name, index, elements.get(index));
        if (meant) meet(operator, document, elements.get(index), rest, path);
      }
    }
  }

  private boolean means(String name, int index, Object element) {
    if (name.equals("$[]")) return true;
    Matcher placeholder = PLACEHOLDER.matcher(name);
    if (!placeholder.matches()) return name.equals(String.valueOf(index));
    return matcher.matchesValue(arrayFilters.get(placeholder.group(1)), element);
  }

  private void meet(String operator, Document document, Object value, List<String> rest, String path) {
    boolean isLast = rest.size() == 1;
    if (value != null) {
      if (!isLast) descend(operator, document, value, rest.subList(1, rest.size()), path);
    } else if (isLast) {
      refuse(operator, document, rest.get(0), path);
    } else if (!REMOVING.contains(operator)) {
      String element = "{" + rest.get(0) + ": null}";
      throw new MongoServerError(28, "PathNotViable", "Cannot create field '" + rest.get(1) + "' in element " + element);
    }
  }

  private static void refuse(String operator, Document document, String field, String path) {
    String id = "{_id: " + Json.toJsonValue(document.get("_id")) + "}";
    if (ON_NUMBERS.contains(operator)) {
      String problem = "Cannot apply " + operator + " to a value of non-numeric type. ";
      throw typeMismatch(problem + id + " has the field '" + field + "' of non-numeric type null");
    }
    if (!ON_ARRAYS.contains(operator)) return;
    switch (operator) {
      case "$push" -> throw badValue("The field '" + path + "' must be an array but is of type null in document " + id);
      case "$addToSet" ->
          throw badValue(
              "Cannot apply $addToSet to non-array field. Field named '" + field + "' has non-array type null");
      case "$pop" -> throw typeMismatch("Path '" + path + "' contains an element of non-array type 'null'");
      default -> throw badValue("Cannot apply $pull to a non-array value");
    }
  }

  private static MongoServerError badValue(String message) {
    return new MongoServerError(2, "BadValue", message);
  }

  private static MongoServerError typeMismatch(String message) {
    return new MongoServerError(14, "TypeMismatch", message);
  }
}
