import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.h2.mvstore.MVStore;

/**
 * A MongoDB for development where no mongod can be had: mongo-java-server over one H2 file.
 * Run from source: java -cp 'lib/*' MongoStandIn.java PORT FILE
 */
public class MongoStandIn {
  /** What current drivers ask for. The server says 8, and answers all that we use of 9. */
  private static final int WIRE_VERSION = 9;

  public static void main(String[] args) {
    int port = Integer.parseInt(args[0]);
    MVStore store = new MVStore.Builder().fileName(args[1]).open();
    // Written out often, so that a kill loses little; by default it is once a second.
    store.setAutoCommitDelay(200);
    MongoServer server = new MongoServer(withWireVersion(new H2Backend(store)));
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
}
