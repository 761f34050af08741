module github.com/heliograph/heliograph/client/go

go 1.24
