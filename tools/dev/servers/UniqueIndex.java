import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A unique index in memory, filled at every start. The one of the H2 backend serializes both keys to compare them. */
class UniqueIndex extends AbstractUniqueIndex<Object> {
  /** Bytes of BSON. */
  private static final int MAX_DOCUMENT = 16 * 1024 * 1024;

  private final Map<KeyValue, Object> positions = new ConcurrentHashMap<>();

  UniqueIndex(String name, List<IndexKey> keys, boolean sparse) {
    super(name, keys, sparse);
  }

  /** The index of ids is the first that is asked about an update, before anything changes. */
  @Override
  public void checkUpdate(Document before, Document after, MongoCollection<Object> collection) {
    if (getName().equals("_id_") && sizeOf(after) > MAX_DOCUMENT)
      throw new MongoServerError(
          17419, "Location17419", "Resulting document after update is larger than " + MAX_DOCUMENT);
    super.checkUpdate(before, after, collection);
  }

  private static int sizeOf(Document document) {
    ByteBuf bytes = Unpooled.buffer();
    BsonEncoder.encodeDocument(document, bytes);
    return bytes.readableBytes();
  }

  @Override
  protected Object getPosition(KeyValue key) {
    return positions.get(key);
  }

  @Override
  protected boolean putKeyPosition(KeyValue key, Object position) {
    return positions.putIfAbsent(key, Missing.ofNullable(position)) == null;
  }

  @Override
  protected Object removeDocument(KeyValue key) {
    return positions.remove(key);
  }

  @Override
  protected Iterable<Map.Entry<KeyValue, Object>> getIterable() {
    return positions.entrySet();
  }

  @Override
  public long getCount() {
    return positions.size();
  }

  @Override
  public long getDataSize() {
    return getCount();
  }

  @Override
  public void drop() {
    positions.clear();
  }
}
