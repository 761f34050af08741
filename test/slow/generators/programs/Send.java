import test.heliograph.ApiClient;
import test.heliograph.api.NotificationsApi;
import test.heliograph.api.SendingApi;
import test.heliograph.model.RecipientObject;
import test.heliograph.model.SendAnswer;
import test.heliograph.model.SendRequest;
import test.heliograph.model.To;

/** Sends `welcome` and prints the id of its notification. Arguments: address of the service, key, recipient. */
public class Send {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(args[0]);
    client.setBearerToken(args[1]);
    RecipientObject recipient = new RecipientObject().email(args[2]).name("Ada");
    SendRequest request = new SendRequest().to(new To(recipient));
    SendAnswer sent = new SendingApi(client).send("welcome", request, null, null, null, null, null);
    java.util.UUID id = sent.getAccepted().getId();
    System.out.println(new NotificationsApi(client).getNotification(id, null).getId());
    // The threads of the HTTP client end a minute later.
    System.exit(0);
  }
}
