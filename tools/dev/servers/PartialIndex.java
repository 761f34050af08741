import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/** A unique index of the documents that a filter matches. It answers no queries: those it could answer are few. */
class PartialIndex extends Index<Object> {
  private final Index<Object> index;
  private final Document filter;

  /** The index that it is of knows nothing of the filter: it is only told of documents that are in. */
  PartialIndex(Index<Object> index, Document filter) {
    // Like a sparse one, it need not have every document.
    super(index.getName(), index.getKeys(), true);
    this.index = index;
    this.filter = filter;
  }

  private boolean has(Document document) {
    return new DefaultQueryMatcher().matches(document, filter);
  }

  @Override
  public void checkAdd(Document document, MongoCollection<Object> collection) {
    if (has(document)) index.checkAdd(document, collection);
  }

  @Override
  public void add(Document document, Object position, MongoCollection<Object> collection) {
    if (has(document)) index.add(document, position, collection);
  }

  @Override
  public Object remove(Document document) {
    return has(document) ? index.remove(document) : null;
  }

  @Override
  public void checkUpdate(Document before, Document after, MongoCollection<Object> collection) {
    if (has(before) && has(after)) index.checkUpdate(before, after, collection);
    else checkAdd(after, collection);
  }

  @Override
  public void updateInPlace(
      Document before, Document after, Object position, MongoCollection<Object> collection) {
    if (has(before) && has(after)) {
      index.updateInPlace(before, after, position, collection);
    } else {
      remove(before);
      add(after, position, collection);
    }
  }

  @Override
  public Object getPosition(Document document) {
    return has(document) ? index.getPosition(document) : null;
  }

  @Override
  public boolean canHandle(Document query) {
    return false;
  }

  @Override
  public Iterable<Object> getPositions(Document query) {
    return List.of();
  }

  @Override
  public long getCount() {
    return index.getCount();
  }

  @Override
  public long getDataSize() {
    return index.getDataSize();
  }

  @Override
  public boolean isUnique() {
    return true;
  }

  @Override
  public void drop() {
    index.drop();
  }
}
