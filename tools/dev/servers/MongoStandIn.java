import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DatabaseResolver;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.oplog.Oplog;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import io.netty.channel.Channel;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.ObjectDataType;

/**
 * A MongoDB for development if no mongod is available: mongo-java-server over one H2 file.
 * Run as: java -cp 'classes:lib/*' MongoStandIn PORT FILE [SET]
 * With SET, it answers as the primary of a replica set of that name, which has no other member.
 *
 * mongo-java-server itself looks into an index only when a query has the keys of a unique index and
 * nothing else, and has no other indexes. Here every index yields candidates, which are then held
 * against the whole query, as MongoDB does it. What an index cannot surely answer is scanned for.
 * Indexes are in memory, and are filled at every start: a kill can fall between a document and its entries.
 */
public class MongoStandIn {
  /** The wire version that current drivers need. The server reports 8, and supports all that we use of 9. */
  private static final int WIRE_VERSION = 9;

  /** Part of the file that is kept in memory. */
  private static final int CACHE_MB = 128;

  public static void main(String[] args) {
    int port = Integer.parseInt(args[0]);
    MVStore store = new MVStore.Builder().fileName(args[1]).cacheSize(CACHE_MB).open();
    // Written out often, so that a kill loses little; by default it is once a second.
    store.setAutoCommitDelay(200);
    // Indexes were in the file before.
    List<String> old = store.getMapNames().stream().filter(name -> name.matches(".+\\._(index|secondary)_.+")).toList();
    old.forEach(store::removeMap);
    ReplicaSet set = args.length > 2 ? new ReplicaSet(args[2], "127.0.0.1:" + port) : null;
    MongoServer server = new MongoServer(withWireVersion(new IndexedBackend(store), set));
    server.bind("127.0.0.1", port);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    System.out.println("listening on 127.0.0.1:" + port);
  }

  private static MongoBackend withWireVersion(MongoBackend backend, ReplicaSet set) {
    Class<?>[] interfaces = {MongoBackend.class};
    return (MongoBackend)
        Proxy.newProxyInstance(
            MongoStandIn.class.getClassLoader(),
            interfaces,
            (proxy, method, arguments) -> {
              try {
                if (arguments == null || !(arguments[0] instanceof MongoMessage message))
                  return described(method.invoke(backend, arguments), set);
                Document command = message.getDocument();
                if (command.keySet().iterator().next().equals("hello"))
                  return described(backend.handleCommand(message.getChannel(), "admin", "ismaster", command), set);
                if (set != null) return described(set.run(command, () -> backend.handleMessage(message)), set);
                refuseTransaction(command);
                return described(backend.handleMessage(message), set);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  /** Completes the answer of `hello` and of the older command. */
  private static Object described(Object answer, ReplicaSet set) {
    if (!(answer instanceof Document document) || !document.containsKey("maxWireVersion")) return answer;
    document.append("maxWireVersion", WIRE_VERSION).append("isWritablePrimary", true);
    if (set != null) set.describe(document);
    return document;
  }

  /** As a standalone mongod does. A write that is sent twice with one number would be applied twice. */
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
          MongoCollection<Object> collection =
              query.get(command) instanceof String named && !named.isEmpty() ? resolveCollection(named, false) : null;
          IndexRules.checkHint(query.get("hint"), collection);
          UpdateCommand.Runner one =
              single -> {
                for (String list : List.of("updates", "deletes"))
                  for (Object statement : (List<?>) single.getOrDefault(list, List.of()))
                    IndexRules.checkHint(((Document) statement).get("hint"), collection);
                return super.handleCommand(channel, command, single, databases, oplog);
              };
          if (command.equals("update")) return UpdateCommand.run(query, one);
          if (command.equalsIgnoreCase("findAndModify")) return UpdateCommand.runFindAndModify(command, query, one);
          if (command.equals("aggregate")) return FirstMatch.within(query, () -> one.run(query));
          Document answer = one.run(query);
          if (command.equals("insert")) countInserted(query, answer);
          return answer;
        }

        @Override
        protected MongoCollection<Object> openOrCreateCollection(String name, CollectionOptions options) {
          // The names of the maps are H2Database's own.
          String namespace = getFullCollectionNamespace(name);
          SafeType any = new SafeType();
          var types = new MVMap.Builder<Object, Document>().keyType(any).valueType(new DocumentType(any));
          MVMap<Object, Document> data = store.openMap("databases." + namespace, types);
          MVMap<String, Object> meta = store.openMap("meta." + namespace);
          return new IndexedCollection(this, name, options, data, meta, cursorRegistry);
        }

        @Override
        protected synchronized void addIndex(Document description) {
          String name = description.get("ns") + "." + description.get("name");
          MongoCollection<Object> known = resolveCollection("system.indexes", false);
          if (known != null) IndexRules.check(description, known.handleQuery(new Document("ns", description.get("ns"))));
          else IndexRules.check(description, List.of());
          if (description.get("partialFilterExpression") instanceof Document filter) filters.put(name, filter);
          try {
            super.addIndex(description);
          } finally {
            filters.remove(name);
          }
        }

        @Override
        protected Index<Object> openOrCreateUniqueIndex(
            String collection, String name, List<IndexKey> keys, boolean sparse) {
          Index<Object> index = new UniqueIndex(name, keys, sparse);
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
          return new OrderedIndex(name, keys);
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

    /** What an aggregation begins with. */
    @Override
    public Stream<Document> queryAllAsStream() {
      Document match = FirstMatch.take(getCollectionName());
      return match == null ? super.queryAllAsStream() : handleQueryAsStream(match);
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
      Stream<Document> documents = natural ? null : ofUniqueIndex(query);
      // All of them match. Each would be compared with each value of a long list.
      if (documents != null && isListOfTexts(query))
        return matchDocumentsFromStream(documents, new Document(), orderBy, skip, limit, batchSize, projection);
      if (documents == null && !natural) documents = ofOrderedIndex(query, orderBy, skip, limit);
      if (documents == null && !natural) documents = ofIds(query, orderBy, skip, limit);
      if (documents == null) return matchDocuments(query, orderBy, skip, limit, batchSize, projection);
      return matchDocumentsFromStream(documents, query, orderBy, skip, limit, batchSize, projection);
    }

    /** Whether a query only lists texts of one field. */
    private static boolean isListOfTexts(Document query) {
      return query.size() == 1
          && query.values().iterator().next() instanceof Document operators
          && operators.size() == 1
          && operators.get("$in") instanceof Collection<?> listed
          && listed.stream().allMatch(String.class::isInstance);
    }

    /** All that can match, by a unique index; null if none answers the query. */
    private Stream<Document> ofUniqueIndex(Document query) {
      for (boolean id : new boolean[] {true, false}) {
        for (Index<Object> index : getIndexes()) {
          boolean ofId = index.getKeys().get(0).getKey().equals("_id");
          if (ofId != id || !(index instanceof AbstractUniqueIndex)) continue;
          List<Document> lookups = lookups(index.getKeys(), query);
          if (lookups == null) continue;
          Set<Object> found = new TreeSet<>(data.getKeyType());
          for (Document lookup : lookups) index.getPositions(lookup).forEach(found::add);
          return at(found.stream());
        }
      }
      return null;
    }

    /** The same by another index. If the query is limited and in its order, only what is needed. */
    private Stream<Document> ofOrderedIndex(Document query, Document orderBy, int skip, int limit) {
      OrderedIndex.Plan best = null;
      for (Index<Object> index : getIndexes()) {
        if (!(index instanceof OrderedIndex ordered)) continue;
        OrderedIndex.Plan plan = ordered.plan(query, orderBy, limit > 0, count());
        if (plan != null && plan.isBetterThan(best)) best = plan;
      }
      if (best == null) return null;
      Stream<Stream<Object>> walks = best.positions();
      if (limit > 0 && best.sorted()) {
        int most = Math.max(0, skip) + limit;
        return walks.flatMap(walk -> at(walk).filter(found -> documentMatchesQuery(found, query)).limit(most));
      }
      Stream<Object> positions = walks.flatMap(walk -> walk);
      // Without an order and a limit it is the order of a scan.
      boolean any = limit > 0 || (orderBy != null && !orderBy.isEmpty());
      return at(any ? positions : positions.sorted(data.getKeyType()));
    }

    /** A limited range of ids that are texts, in their order, which is that of the map; null if the query is another one. */
    private Stream<Document> ofIds(Document query, Document orderBy, int skip, int limit) {
      boolean ascending = new Document("_id", 1).equals(orderBy);
      if (limit <= 0 || !ascending || !(query.get("_id") instanceof Document range)) return null;
      Object from = range.getOrDefault("$gt", range.get("$gte"));
      if (!(from instanceof String)) return null;
      Object to = range.get("$lt");
      Iterable<Object> keys = () -> data.keyIterator(from);
      Stream<Object> positions =
          StreamSupport.stream(keys.spliterator(), false)
              .takeWhile(key -> key instanceof String id && !(to instanceof String end && id.compareTo(end) >= 0));
      return at(positions).filter(found -> documentMatchesQuery(found, query)).limit(Math.max(0, skip) + limit);
    }

    /** The documents at positions. */
    private Stream<Document> at(Stream<Object> positions) {
      return positions.map(this::getDocument);
    }

    /** Every combination of the values that `query` wants for `keys`; null if they are unknown. */
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

  /** The values one of which a field must have, or have in its array; null if they are unknown. */
  private static Collection<?> wanted(Object condition) {
    if (OrderedIndex.canLookUp(condition)) return List.of(condition);
    if (!(condition instanceof Document operators)) return null;
    if (OrderedIndex.canLookUp(operators.get("$eq"))) return List.of(operators.get("$eq"));
    if (!(operators.get("$in") instanceof Collection<?> listed)) return null;
    return listed.stream().allMatch(OrderedIndex::canLookUp) ? listed : null;
  }
}
