import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DatabaseResolver;
import de.bwaldvogel.mongo.backend.EmptyIndex;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.oplog.Oplog;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import io.netty.channel.Channel;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.ObjectDataType;

/**
 * A MongoDB for development where no mongod can be had: mongo-java-server over one H2 file.
 * Run as: java -cp 'classes:lib/*' MongoStandIn PORT FILE
 *
 * mongo-java-server itself looks into an index only when a query has the keys of a unique index and
 * nothing else, and has no other indexes. Here every index yields candidates, which are then held
 * against the whole query, as MongoDB does it. What an index cannot surely answer is scanned for.
 */
public class MongoStandIn {
  /** What current drivers ask for. The server says 8, and answers all that we use of 9. */
  private static final int WIRE_VERSION = 9;

  /** Marks the maps of secondary indexes, which are filled anew at every start. */
  private static final String SECONDARY = "._secondary_";

  public static void main(String[] args) {
    int port = Integer.parseInt(args[0]);
    MVStore store = new MVStore.Builder().fileName(args[1]).open();
    // Written out often, so that a kill loses little; by default it is once a second.
    store.setAutoCommitDelay(200);
    // A kill can fall between a document and its index entries, so the entries of last time are no good.
    store.getMapNames().stream().filter(name -> name.contains(SECONDARY)).toList().forEach(store::removeMap);
    MongoServer server = new MongoServer(withWireVersion(new IndexedBackend(store)));
    server.bind("127.0.0.1", port);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    System.out.println("listening on 127.0.0.1:" + port);
  }

  private static MongoBackend withWireVersion(MongoBackend backend) {
    Class<?>[] interfaces = {MongoBackend.class};
    return (MongoBackend)
        Proxy.newProxyInstance(
            MongoStandIn.class.getClassLoader(),
            interfaces,
            (proxy, method, arguments) -> {
              if (arguments != null && arguments[0] instanceof MongoMessage message) refuseTransaction(message.getDocument());
              try {
                Object answer = method.invoke(backend, arguments);
                if (answer instanceof Document document && document.containsKey("maxWireVersion")) {
                  document.put("maxWireVersion", WIRE_VERSION);
                }
                return answer;
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  /** As a mongod does that stands alone. A write that is made twice with one number would be applied twice. */
  private static void refuseTransaction(Document command) {
    String problem = "Transaction numbers are only allowed on a replica set member or mongos";
    if (command.containsKey("txnNumber")) throw new MongoServerError(20, "IllegalOperation", problem);
  }

  /**
   * H2's type of any object remembers the class that it met last. The thread that writes to the file and those that
   * look up change that under each other, and then a comparison fails and takes the whole store down.
   */
  private static class SafeType extends ObjectDataType {
    @Override
    public synchronized int compare(Object a, Object b) {
      return super.compare(a, b);
    }

    @Override
    public synchronized int getMemory(Object value) {
      return super.getMemory(value);
    }

    @Override
    public synchronized void write(WriteBuffer buffer, Object value) {
      super.write(buffer, value);
    }

    @Override
    public synchronized Object read(ByteBuffer buffer) {
      return super.read(buffer);
    }
  }

  private static class IndexedBackend extends H2Backend {
    IndexedBackend(MVStore store) {
      super(store);
    }

    @Override
    protected MongoDatabase openOrCreateDatabase(String databaseName) {
      // An anonymous class, because H2Database calls these methods before a field of ours would be set.
      MVStore store = getMvStore();
      // The filters of partial indexes that are being made; those made earlier are in the collection of indexes.
      Map<String, Document> filters = new ConcurrentHashMap<>();
      return new H2Database(databaseName, store, getCursorRegistry()) {
        @Override
        public Document handleCommand(
            Channel channel, String command, Document query, DatabaseResolver databases, Oplog oplog) {
          UpdateCommand.Runner one = single -> super.handleCommand(channel, command, single, databases, oplog);
          if (command.equals("update")) return UpdateCommand.run(query, one);
          if (command.equalsIgnoreCase("findAndModify")) return UpdateCommand.runFindAndModify(command, query, one);
          Document answer = one.run(query);
          if (command.equals("insert")) countInserted(query, answer);
          return answer;
        }

        @Override
        protected MongoCollection<Object> openOrCreateCollection(String name, CollectionOptions options) {
          // The names of the maps are H2Database's own.
          String namespace = getFullCollectionNamespace(name);
          var safe = new MVMap.Builder<Object, Document>().keyType(new SafeType()).valueType(new SafeType());
          MVMap<Object, Document> data = store.openMap("databases." + namespace, safe);
          MVMap<String, Object> meta = store.openMap("meta." + namespace);
          return new IndexedCollection(this, name, options, data, meta, cursorRegistry);
        }

        @Override
        protected synchronized void addIndex(Document description) {
          String name = description.get("ns") + "." + description.get("name");
          if (description.get("partialFilterExpression") instanceof Document filter) filters.put(name, filter);
          try {
            super.addIndex(description);
          } catch (MongoServerError refused) {
            forget(description);
            throw refused;
          } finally {
            filters.remove(name);
          }
        }

        /** What an index has that could not be made would pass for the whole of it when it is made again. */
        private void forget(Document description) {
          String namespace = description.get("ns").toString();
          Object name = description.get("name");
          MongoCollection<Object> collection = resolveCollection(namespace.substring(databaseName.length() + 1), true);
          if (collection.getIndexes().stream().anyMatch(index -> index.getName().equals(name))) return;
          store.removeMap(namespace + "._index_" + name);
        }

        @Override
        protected Index<Object> openOrCreateUniqueIndex(
            String collection, String name, List<IndexKey> keys, boolean sparse) {
          Index<Object> index = super.openOrCreateUniqueIndex(collection, name, keys, sparse);
          Document filter = partialFilter(getFullCollectionNamespace(collection), name);
          return filter == null ? index : new PartialIndex(index, filter);
        }

        private Document partialFilter(String namespace, String name) {
          Document filter = filters.get(namespace + "." + name);
          MongoCollection<Object> known = resolveCollection("system.indexes", false);
          if (filter != null || known == null) return filter;
          for (Document description : known.handleQuery(new Document("ns", namespace).append("name", name)))
            filter = (Document) description.get("partialFilterExpression");
          return filter;
        }

        @Override
        protected Index<Object> openOrCreateSecondaryIndex(
            String collection, String name, List<IndexKey> keys, boolean sparse) {
          if (keys.get(0).getKey().contains(".")) return new EmptyIndex<>(name, keys);
          String map = getFullCollectionNamespace(collection) + SECONDARY + name;
          var safe = new MVMap.Builder<Object[], Boolean>().keyType(new SafeType());
          return new SecondaryIndex(name, keys, store.openMap(map, safe));
        }
      };
    }

    /** mongo-java-server counts all documents of an insert, also those that were refused or not tried. */
    private static void countInserted(Document query, Document answer) {
      if (!(answer.get("writeErrors") instanceof List<?> errors)) return;
      Object first = ((Document) errors.get(0)).get("index");
      int all = ((Collection<?>) query.get("documents")).size();
      answer.put("n", Utils.isTrue(query.getOrDefault("ordered", true)) ? first : all - errors.size());
    }
  }

  private static class IndexedCollection extends H2Collection {
    /** A query that has more combinations of values to look up than this is scanned for. */
    private static final int MOST_LOOKUPS = 10_000;

    private final MVMap<Object, Document> data;

    IndexedCollection(
        MongoDatabase database,
        String name,
        CollectionOptions options,
        MVMap<Object, Document> data,
        MVMap<String, Object> meta,
        CursorRegistry cursors) {
      super(database, name, options, data, meta, cursors);
      this.data = data;
    }

    /** Synchronized as all that writes is: a document added meanwhile would be missing in the index. */
    @Override
    public synchronized void addIndex(Index<Object> index) {
      super.addIndex(index);
    }

    @Override
    public synchronized void dropIndex(String name) {
      super.dropIndex(name);
    }

    /**
     * Every find, update, findAndModify, delete, count and distinct comes through here. mongo-java-server changes the
     * documents that it finds, while others still read them: an update gets copies, and stores those.
     */
    @Override
    protected synchronized QueryResult queryDocuments(
        Document query, Document orderBy, int skip, int limit, int batchSize, Document projection) {
      QueryResult found = find(query, orderBy, skip, limit, batchSize, projection);
      UpdateStatement update = UpdateCommand.current(getCollectionName());
      if (update == null) return found;
      return new QueryResult(() -> found.collectDocuments().stream().map(update::copyToChange).iterator());
    }

    private QueryResult find(
        Document query, Document orderBy, int skip, int limit, int batchSize, Document projection) {
      boolean natural = orderBy != null && orderBy.containsKey("$natural");
      Set<Object> candidates = natural ? null : candidates(query);
      if (candidates == null) return matchDocuments(query, orderBy, skip, limit, batchSize, projection);
      // After a kill an index can have an entry without its document.
      var documents = candidates.stream().map(this::getDocument).filter(Objects::nonNull);
      return matchDocumentsFromStream(documents, query, orderBy, skip, limit, batchSize, projection);
    }

    /** The positions, in the order of a scan, of all documents that can match; null when to scan. */
    private Set<Object> candidates(Document query) {
      for (boolean id : new boolean[] {true, false}) {
        for (Index<Object> index : getIndexes()) {
          boolean ofId = index.getKeys().get(0).getKey().equals("_id");
          if (ofId != id || !(index instanceof AbstractUniqueIndex)) continue;
          List<Document> lookups = lookups(index.getKeys(), query);
          if (lookups == null) continue;
          Set<Object> found = new TreeSet<>(data.getKeyType());
          for (Document lookup : lookups) index.getPositions(lookup).forEach(found::add);
          return found;
        }
      }
      // Getting documents one by one pays only when they are few.
      int most = Math.max(100, count() / 10);
      Set<Object> fewest = null;
      for (Index<Object> index : getIndexes()) {
        if (!(index instanceof SecondaryIndex secondary)) continue;
        Set<Object> found = new TreeSet<>(data.getKeyType());
        if (!secondary.collect(query, found, most)) continue;
        fewest = found;
        most = found.size();
      }
      return fewest;
    }

    /** Every combination of the values that `query` wants for `keys`; null when they cannot be told. */
    private static List<Document> lookups(List<IndexKey> keys, Document query) {
      List<Document> lookups = List.of(new Document());
      for (IndexKey key : keys) {
        Collection<?> values = key.getKey().contains(".") ? null : wanted(query.get(key.getKey()));
        if (values == null || (long) lookups.size() * values.size() > MOST_LOOKUPS) return null;
        List<Document> longer = new ArrayList<>();
        for (Document lookup : lookups) {
          for (Object value : values) longer.add(lookup.clone().append(key.getKey(), value));
        }
        lookups = longer;
      }
      return lookups;
    }
  }

  /**
   * An index that is not unique, of its first key only. As with mongo-java-server's own, its `remove`
   * answers null, which is good for an index that need not have every document.
   */
  private static class SecondaryIndex extends EmptyIndex<Object> {
    private static final List<String> COMPARISONS = List.of("$lt", "$lte", "$gt", "$gte");

    private final String key;
    /** The keys are {value, position}, for plain values only: no others are looked up. */
    private final MVMap<Object[], Boolean> entries;

    SecondaryIndex(String name, List<IndexKey> keys, MVMap<Object[], Boolean> entries) {
      super(name, keys);
      this.key = keys.get(0).getKey();
      this.entries = entries;
    }

    /** Adds to `found` all that can match `query`; false when it cannot tell or they are more than `most`. */
    boolean collect(Document query, Set<Object> found, int most) {
      Object condition = query.get(key);
      Collection<?> values = wanted(condition);
      if (values == null) {
        // All of the index at least, for a sweep over a key that few documents have.
        if (!isComparison(condition) || entries.sizeAsLong() > most) return false;
        entries.keySet().forEach(entry -> found.add(entry[1]));
        return true;
      }
      for (Object value : values) {
        Object normalized = normalized(value);
        Iterator<Object[]> from = entries.keyIterator(new Object[] {normalized});
        while (from.hasNext()) {
          Object[] entry = from.next();
          if (!entry[0].equals(normalized)) break;
          found.add(entry[1]);
          if (found.size() > most) return false;
        }
      }
      return true;
    }

    private static boolean isComparison(Object condition) {
      return condition instanceof Document operators
          && COMPARISONS.stream().anyMatch(operator -> isPlain(operators.get(operator)));
    }

    @Override
    public void add(Document document, Object position, MongoCollection<Object> collection) {
      for (Object value : values(document)) {
        entries.put(new Object[] {value, Missing.ofNullable(position)}, true);
      }
    }

    @Override
    public Object remove(Document document) {
      remove(document, document.get("_id"));
      return null;
    }

    private void remove(Document document, Object position) {
      for (Object value : values(document)) {
        entries.remove(new Object[] {value, Missing.ofNullable(position)});
      }
    }

    @Override
    public void updateInPlace(
        Document before, Document after, Object position, MongoCollection<Object> collection) {
      if (Objects.equals(values(before), values(after))) return;
      remove(before, position);
      add(after, position, collection);
    }

    @Override
    public long getCount() {
      return entries.sizeAsLong();
    }

    @Override
    public void drop() {
      entries.clear();
    }

    private List<Object> values(Document document) {
      Object value = document.get(key);
      Stream<?> all = value instanceof Collection<?> several ? several.stream() : Stream.ofNullable(value);
      return all.filter(MongoStandIn::isPlain).map(MongoStandIn::normalized).toList();
    }
  }

  /** The values one of which a field must have, or have in its array; null when they cannot be told. */
  private static Collection<?> wanted(Object condition) {
    if (isPlain(condition)) return List.of(condition);
    if (!(condition instanceof Document operators)) return null;
    if (isPlain(operators.get("$eq"))) return List.of(operators.get("$eq"));
    if (!(operators.get("$in") instanceof Collection<?> listed)) return null;
    return listed.stream().allMatch(MongoStandIn::isPlain) ? listed : null;
  }

  /** Whether only the same value equals it: not so null, arrays, patterns and documents. */
  private static boolean isPlain(Object value) {
    return value instanceof String
        || value instanceof ObjectId
        || value instanceof UUID
        || value instanceof Instant
        || value instanceof Boolean
        || value instanceof Number;
  }

  /** So that 1 is found by 1.0. */
  private static Object normalized(Object value) {
    return new KeyValue(value).normalized().get(0);
  }
}
