import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.DataType;

/** Stores documents as BSON. H2's type of any object, which older files have, serializes them as Java objects. */
class DocumentType extends BasicDataType<Document> {
  /** H2's types of values begin with no such byte. */
  private static final byte BSON = -1;

  private final DataType<Object> before;
  /** Bytes of the documents written last, on average. */
  private volatile int average = 1_000;

  DocumentType(DataType<Object> before) {
    this.before = before;
  }

  @Override
  public void write(WriteBuffer buffer, Document document) {
    ByteBuf bytes = Unpooled.buffer();
    BsonEncoder.encodeDocument(document, bytes);
    average += (bytes.readableBytes() - average) / 16;
    buffer.put(BSON).putVarInt(bytes.readableBytes()).put(bytes.array(), 0, bytes.readableBytes());
  }

  @Override
  public Document read(ByteBuffer buffer) {
    if (buffer.get(buffer.position()) != BSON) return (Document) before.read(buffer);
    buffer.get();
    byte[] bytes = new byte[DataUtils.readVarInt(buffer)];
    buffer.get(bytes);
    return BsonDecoder.decodeBson(Unpooled.wrappedBuffer(bytes));
  }

  @Override
  public int getMemory(Document document) {
    return average;
  }

  @Override
  public Document[] createStorage(int size) {
    return new Document[size];
  }
}
