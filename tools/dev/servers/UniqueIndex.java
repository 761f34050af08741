import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.backend.Missing;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A unique index in memory, filled at every start. The one of the H2 backend serializes both keys to compare them. */
class UniqueIndex extends AbstractUniqueIndex<Object> {
  private final Map<KeyValue, Object> positions = new ConcurrentHashMap<>();

  UniqueIndex(String name, List<IndexKey> keys, boolean sparse) {
    super(name, keys, sparse);
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
