package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"heliograph.test/api"
)

type key string

func (k key) ApiKey(context.Context, api.OperationName) (api.ApiKey, error) {
	return api.ApiKey{Token: string(k)}, nil
}

// Sends `welcome` and prints the id of its notification. Arguments: address of the service, key, recipient.
func main() {
	ctx := context.Background()
	client, err := api.NewClient(os.Args[1], key(os.Args[2]))
	check(err)
	to := api.NewRecipientObjectTo(api.RecipientObject{
		Email: api.NewOptNilEmailAddress(api.EmailAddress(os.Args[3])),
		Name:  api.NewOptNilString("Ada"),
	})
	sent, err := client.Send(ctx, &api.SendRequest{To: to}, api.SendParams{Event: "welcome"})
	check(err)
	answer, ok := sent.(*api.SendAnswerHeaders)
	if !ok {
		log.Fatalf("%T: %+v", sent, sent)
	}
	id := answer.Response.OneOf.Accepted.ID
	read, err := client.GetNotification(ctx, api.GetNotificationParams{ID: id})
	check(err)
	fmt.Println(read.(*api.NotificationHeaders).Response.ID)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
