package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"time"
)

type page struct {
	Posts []struct {
		MediaURL  string            `json:"mediaUrl"`
		Permalink string            `json:"permalink"`
		Sizes     map[string]string `json:"sizes"`
	} `json:"posts"`
	Errors []struct {
		Detail string `json:"detail"`
	} `json:"errors"`
}

func main() {
	query := url.Values{"api_key": {os.Getenv("PHOTOFEED_KEY")}, "page[size]": {"3"}}
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Get(os.Getenv("PHOTOFEED_URL") + "/api/v1/me?" + query.Encode())
	if err != nil {
		log.Fatal("The service does not respond.")
	}
	defer response.Body.Close()
	var found page
	if err := json.NewDecoder(response.Body).Decode(&found); err != nil {
		log.Fatal(err)
	}
	if len(found.Errors) > 0 {
		log.Fatal(found.Errors[0].Detail)
	}
	for _, post := range found.Posts {
		picture := post.Sizes["768"]
		if picture == "" {
			picture = post.MediaURL
		}
		fmt.Println(picture, post.Permalink)
	}
}
