import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.EmptyIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * An index that is not unique: its documents in the order of its keys. A document without a value of the first key is not
 * in it. As with mongo-java-server's own, `remove` answers null, which is good for an index that need not have every
 * document.
 */
class OrderedIndex extends EmptyIndex<Object> {
  /** A query that has more combinations of values to look up than this uses fewer keys. */
  private static final int MOST_LOOKUPS = 10_000;
  /** Entries that are counted to compare two indexes. */
  private static final int COUNTED = 1_000;
  /** Stands after every value. Null stands before, for no value and for those that are never looked up. */
  private static final Object TOP = new Object();

  private final List<String> paths;
  /** The values of the keys, and the position. */
  private final NavigableSet<Object[]> entries = new TreeSet<>(OrderedIndex::compareEntries);
  /** Whether each document had at most one value of a key so far, and one that can be looked up. */
  private final boolean[] plain;

  OrderedIndex(String name, List<IndexKey> keys) {
    super(name, keys);
    paths = keys.stream().map(IndexKey::getKey).toList();
    plain = new boolean[paths.size()];
    Arrays.fill(plain, true);
  }

  /** How to answer a query: the parts of the index to go through, each in the order wanted if `sorted`. */
  record Plan(List<NavigableSet<Object[]>> walks, boolean sorted, boolean distinct, int keys, long cost) {
    /** Positions of what can match, of each walk those that no walk before it has. */
    Stream<Stream<Object>> positions() {
      Set<Object> seen = new HashSet<>();
      return walks.stream()
          .map(walk -> walk.stream().map(entry -> entry[entry.length - 1]))
          .map(positions -> positions.filter(position -> distinct || seen.add(position)));
    }

    boolean isBetterThan(Plan other) {
      if (other == null) return true;
      if (cost != other.cost) return cost < other.cost;
      return sorted == other.sorted ? keys > other.keys : sorted;
    }
  }

  /** The plan for a query of a collection with `count` documents; null if this index is of no use. */
  Plan plan(Document query, Document orderBy, boolean limited, int count) {
    List<Object[]> prefixes = List.<Object[]>of(new Object[0]);
    int length = 0;
    for (; length < paths.size(); length++) {
      Collection<Object> values = equalTo(query, length);
      if (values == null || (long) prefixes.size() * values.size() > MOST_LOOKUPS) break;
      prefixes = prefixes.stream().flatMap(prefix -> values.stream().map(value -> with(prefix, value))).toList();
    }
    Object[][] range = length < paths.size() ? range(query, length) : null;
    Boolean descending = descending(orderBy, length);
    boolean all = length == 0 && range == null;
    if (all && !(limited && descending != null && count > 0 && isPlain(0) && entries.size() == count)) return null;
    List<NavigableSet<Object[]>> walks = new ArrayList<>();
    long cost = 0;
    for (Object[] prefix : prefixes) {
      Object[] from = range == null ? prefix : with(prefix, range[0]);
      Object[] to = range == null ? with(prefix, TOP) : with(prefix, range[1]);
      if (compareEntries(from, to) >= 0) continue;
      NavigableSet<Object[]> walk = entries.subSet(from, true, to, false);
      if (cost < COUNTED) cost += walk.stream().limit(COUNTED).count();
      walks.add(Boolean.TRUE.equals(descending) ? walk.descendingSet() : walk);
    }
    return new Plan(walks, descending != null, isPlain(0), length + (range == null ? 0 : 1), Math.min(cost, COUNTED));
  }

  /** The values one of which the document must have at a key; null if the query does not say. */
  private Collection<Object> equalTo(Document query, int key) {
    String path = paths.get(key);
    if (!query.containsKey(path)) return null;
    Object condition = query.get(path);
    Collection<?> values = List.of();
    if (condition instanceof Document operators) {
      if (operators.containsKey("$eq")) values = Collections.singletonList(operators.get("$eq"));
      else if (operators.get("$in") instanceof Collection<?> listed) values = listed;
      else if (Boolean.FALSE.equals(operators.get("$exists"))) values = Collections.singletonList(null);
      else return null;
    } else {
      values = Collections.singletonList(condition);
    }
    Set<Object> normalized = new LinkedHashSet<>();
    for (Object value : values) {
      boolean none = value == null || value instanceof Missing;
      if (none ? key == 0 : !canLookUp(value)) return null;
      normalized.add(none ? null : normalized(value));
    }
    return normalized;
  }

  /** What follows the equal keys in the first and after the last entry of a range; null if the query has none. */
  private Object[][] range(Document query, int key) {
    if (!(query.get(paths.get(key)) instanceof Document operators)) return null;
    Object[] from = null;
    Object[] to = null;
    for (String operator : operators.keySet()) {
      Object value = operators.get(operator);
      if (!canLookUp(value)) continue;
      Object bound = normalized(value);
      if (operator.equals("$gte")) from = new Object[] {bound};
      if (operator.equals("$gt")) from = new Object[] {bound, TOP};
      if (operator.equals("$lt")) to = new Object[] {bound};
      if (operator.equals("$lte")) to = new Object[] {bound, TOP};
    }
    if (from == null && to == null) return null;
    // Of an array one value can be above the one bound and another below the other.
    if (from != null && to != null && !plain[key]) to = null;
    // What has no value is in no range.
    return new Object[][] {from == null ? new Object[] {null, TOP} : from, to == null ? new Object[] {TOP} : to};
  }

  /** Whether the order wanted is that of the keys after the first `equal` ones, backwards or not; null if it is neither. */
  private Boolean descending(Document orderBy, int equal) {
    if (orderBy == null || orderBy.isEmpty()) return null;
    Boolean descending = null;
    int next = equal;
    for (String path : orderBy.keySet()) {
      int key = paths.indexOf(path);
      if (key < 0 || !plain[key] || !(orderBy.get(path) instanceof Number direction)) return null;
      if (key < equal) continue;
      boolean down = direction.intValue() < 0;
      if (key != next++ || (descending != null && descending != down)) return null;
      descending = down;
    }
    return Boolean.TRUE.equals(descending);
  }

  private boolean isPlain(int from) {
    for (int key = from; key < plain.length; key++) if (!plain[key]) return false;
    return true;
  }

  @Override
  public void add(Document document, Object position, MongoCollection<Object> collection) {
    entries.addAll(entriesOf(document, position));
  }

  @Override
  public Object remove(Document document) {
    entriesOf(document, document.get("_id")).forEach(entries::remove);
    return null;
  }

  @Override
  public void updateInPlace(
      Document before, Document after, Object position, MongoCollection<Object> collection) {
    List<Object[]> old = entriesOf(before, position);
    List<Object[]> fresh = entriesOf(after, position);
    if (Arrays.deepEquals(old.toArray(), fresh.toArray())) return;
    old.forEach(entries::remove);
    entries.addAll(fresh);
  }

  @Override
  public long getCount() {
    return entries.size();
  }

  @Override
  public void drop() {
    entries.clear();
  }

  private List<Object[]> entriesOf(Document document, Object position) {
    List<Object[]> found = List.<Object[]>of(new Object[0]);
    for (int key = 0; key < paths.size(); key++) {
      Set<Object> values = new LinkedHashSet<>();
      collect(document, paths.get(key), key, values);
      if (key == 0) values.remove(null);
      else if (values.isEmpty()) values.add(null);
      if (values.isEmpty()) return List.of();
      found = found.stream().flatMap(entry -> values.stream().map(value -> with(entry, value))).toList();
    }
    return found.stream().map(entry -> with(entry, Missing.ofNullable(position))).toList();
  }

  /** Adds what a document has at a path, through arrays as MongoDB reads it. */
  private void collect(Object value, String path, int key, Set<Object> values) {
    if (value instanceof Collection<?> several) {
      plain[key] = false;
      for (Object one : several) {
        if (path != null) collect(one, path, key, values);
        else values.add(canLookUp(one) ? normalized(one) : null);
      }
      if (several.isEmpty()) values.add(null);
    } else if (path != null && value instanceof Document document) {
      int dot = path.indexOf('.');
      if (dot < 0) collect(document.get(path), null, key, values);
      else collect(document.get(path.substring(0, dot)), path.substring(dot + 1), key, values);
    } else if (path == null && canLookUp(value)) {
      values.add(normalized(value));
    } else {
      if (value != null) plain[key] = false;
      values.add(null);
    }
  }

  private static Object[] with(Object[] entry, Object... more) {
    Object[] longer = Arrays.copyOf(entry, entry.length + more.length);
    System.arraycopy(more, 0, longer, entry.length, more.length);
    return longer;
  }

  /** The shorter of two that begin alike is the first. */
  private static int compareEntries(Object[] a, Object[] b) {
    for (int key = 0; key < a.length && key < b.length; key++) {
      int compared = compareValues(a[key], b[key]);
      if (compared != 0) return compared;
    }
    return a.length - b.length;
  }

  private static int compareValues(Object a, Object b) {
    if (a == b) return 0;
    if (a instanceof String text && b instanceof String other) return text.compareTo(other);
    if (a == null || b == TOP) return -1;
    if (b == null || a == TOP) return 1;
    return ValueComparator.asc().compare(a, b);
  }

  /** Whether only the same value equals it: not so null, arrays, patterns and documents. */
  static boolean canLookUp(Object value) {
    return value instanceof String
        || value instanceof ObjectId
        || value instanceof UUID
        || value instanceof Instant
        || value instanceof Boolean
        || value instanceof Number;
  }

  /** So that 1 is found by 1.0. */
  private static Object normalized(Object value) {
    return value instanceof String ? value : new KeyValue(value).normalized().get(0);
  }
}
