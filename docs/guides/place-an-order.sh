#!/bin/sh
# Places an order through the API and reads it back, with a practice account that it makes for this alone.
#   sh docs/guides/place-an-order.sh [address]
# Needs curl, and a running server; the address is http://localhost:8080 unless another is given.
set -eu

address=${1:-http://localhost:8080}

# The value of a text field in an answer; enough for this page, where a program would take a JSON library.
field() {
  sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}

# Calls that change something are POSTs with a JSON body. An answer's code is 200, or it is a refusal that says why.
post() {
  path=$1
  body=$2
  shift 2
  answer=$(curl --silent --show-error --request POST "$address/web$path" --header 'content-type: application/json' \
    --header 'language: en' --data "$body" "$@")
  case $answer in
    '{"code":200,'*) printf '%s\n' "$answer" ;;
    *)
      printf '%s was refused: %s\n' "$path" "$answer" >&2
      exit 1
      ;;
  esac
}

# 1. A practice account: no address, no password, simulated money. Its token opens every call that follows.
session=$(post /practiceAccount '{}')
token=$(printf '%s' "$session" | field token)

# 2. An order: buy (direction 0) ten shares at a limit (orderType 1) far below the market, good until cancelled (tif 1). The key is of this order
#    alone: sent again with the same key it is the same order with the same answer, so a lost answer costs nothing.
key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
order='{"stockCode":"ARDV","market":"US","direction":0,"orderType":1,"price":"1.00","quantity":"10","tif":1}'
placed=$(post /stock/create "$order" --header "authorization: $token" --header "idempotency-key: $key")
printf 'placed:    %s\n' "$placed"
again=$(post /stock/create "$order" --header "authorization: $token" --header "idempotency-key: $key")
id=$(printf '%s' "$placed" | field orderId)
test "$(printf '%s' "$again" | field orderId)" = "$id"
printf 'repeated:  the same order, and no second one\n'

# 3. What became of it: the orders at work.
working=$(post /position/consignList '{"working":1}' --header "authorization: $token")
printf 'read back: %s\n' "$working"

# 4. Taking it back sets the held money free.
post /position/cancelOrder "{\"orderId\":\"$id\"}" --header "authorization: $token" > /dev/null
working=$(post /position/consignList '{"working":1}' --header "authorization: $token")
printf 'cancelled: %s\n' "$working"
