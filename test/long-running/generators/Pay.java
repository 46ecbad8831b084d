import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.PaymentsApi;
import org.openapitools.client.api.TransactionsApi;
import org.openapitools.client.model.*;

/** Pays, is declined and refunds a part with the client that openapi-generator makes for Java. */
public class Pay {
    public static void main(String[] args) throws Exception {
        String credentials = String.format("{\"client_id\":\"%s\",\"client_secret\":\"%s\"}", System.getenv("CLIENT_ID"), System.getenv("CLIENT_SECRET"));
        HttpRequest asked = HttpRequest.newBuilder(URI.create(System.getenv("TOKEN_URL")))
            .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(credentials)).build();
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("CARDS_URL"));
        String answer = HttpClient.newHttpClient().send(asked, HttpResponse.BodyHandlers.ofString()).body();
        String token = client.getObjectMapper().readTree(answer).get("access_token").asText();
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));

        PaymentsApi payments = new PaymentsApi(client);
        PaymentResult paid = payments.postPayments(sale("4546711234567894"));
        check(paid.getStatus() == WriteStatus.COMPLETED, paid);
        try {
            payments.postPayments(sale("4002020000000024"));
            check(false, "a declined card");
        } catch (ApiException declined) {
            check(declined.getCode() == 422 && declined.getResponseBody().contains("bank_declined"), declined);
        }
        UUID id = paid.getTransactionId();
        PaymentResult done = payments.postPaymentsByTransactionIdRefund(
            PaymentsApi.APIPostPaymentsByTransactionIdRefundRequest.newBuilder().transactionId(id).idempotencyKey(UUID.randomUUID().toString())
                .refund(new Refund().amount(2990L).reasonCode(RefundReasonCode.CUSTOMER_REQUEST)).build());
        check("10000".equals(done.getExtraProperties().getRemainingRefundable()), done);
        TransactionPage page = new TransactionsApi(client).getTransactions(TransactionsApi.APIGetTransactionsRequest.newBuilder().pageSize(10).build());
        check(page.getItems().stream().anyMatch(row -> id.equals(row.getId()) && row.getNetAmount() == 10000), page);
    }

    static PaymentsApi.APIPostPaymentsRequest sale(String number) {
        Card card = new Card().holderName("AYSE YILMAZ").number(number).expireMonth("12").expireYear("2030").cvv("000");
        CreatePayment sale = new CreatePayment().amount(new Money().amount(12990L).currency("TRY")).installment(1).card(card);
        return PaymentsApi.APIPostPaymentsRequest.newBuilder().createPayment(sale).xExternalMerchantId("M-1001")
            .idempotencyKey(UUID.randomUUID().toString()).build();
    }

    static void check(boolean isSo, Object said) {
        if (!isSo) throw new AssertionError(said);
    }
}
