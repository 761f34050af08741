package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
)

// Sends `welcome` and prints the id of its notification. Arguments: address of the service, key, recipient.
func main() {
	ctx := context.Background()
	withKey := WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Args[2])
		return nil
	})
	client, err := NewClientWithResponses(os.Args[1], withKey)
	check(err)
	name := "Ada"
	var to To
	check(to.FromRecipientObject(RecipientObject{Email: &os.Args[3], Name: &name}))
	sent, err := client.SendWithResponse(ctx, "welcome", nil, SendRequest{To: to})
	check(err)
	if sent.JSON200 == nil {
		log.Fatalf("%s: %s", sent.Status(), sent.Body)
	}
	accepted, err := sent.JSON200.AsAccepted()
	check(err)
	read, err := client.GetNotificationWithResponse(ctx, accepted.Id, nil)
	check(err)
	fmt.Println(read.JSON200.Id)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
