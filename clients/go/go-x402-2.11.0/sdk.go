package main

import (
	"context"
	"fmt"
	"math/big"
	"net/http"

	x402 "github.com/x402-foundation/x402/go"
	x402http "github.com/x402-foundation/x402/go/http"
	"github.com/x402-foundation/x402/go/mechanisms/evm"
	exact "github.com/x402-foundation/x402/go/mechanisms/evm/exact/client"
	signers "github.com/x402-foundation/x402/go/signers/evm"
)

type counting struct {
	evm.ClientEvmSigner
	signed *counter
}

func (s counting) SignTypedData(
	ctx context.Context,
	domain evm.TypedDataDomain,
	types map[string][]evm.TypedDataField,
	primaryType string,
	message map[string]interface{},
) ([]byte, error) {
	signature, err := s.ClientEvmSigner.SignTypedData(ctx, domain, types, primaryType, message)
	s.signed.note(fmt.Sprint(message["nonce"]))
	return signature, err
}

// `WrapHTTPClientWithPayment(client, Newx402HTTPClient(x402Client))`
func open(given order, signed *counter, plain *http.Client) *http.Client {
	signer, err := signers.NewClientSignerFromPrivateKey(given.Key)
	if err != nil {
		panic(err)
	}
	client := x402.Newx402Client().
		Register("eip155:*", exact.NewExactEvmScheme(counting{signer, signed}, nil))
	if given.Ask.Cap != "" {
		limit, _ := new(big.Int).SetString(given.Ask.Cap, 10)
		// The limit that its documentation shows (CLIENT.md, "Aborting Payments").
		client.OnBeforePaymentCreation(func(of x402.PaymentCreationContext) (*x402.BeforePaymentCreationHookResult, error) {
			amount, ok := new(big.Int).SetString(of.SelectedRequirements.GetAmount(), 10)
			if !ok || amount.Cmp(limit) > 0 {
				return &x402.BeforePaymentCreationHookResult{Abort: true, Reason: "Price exceeds user limit"}, nil
			}
			return nil, nil
		})
	}
	return x402http.WrapHTTPClientWithPayment(plain, x402http.Newx402HTTPClient(client))
}
