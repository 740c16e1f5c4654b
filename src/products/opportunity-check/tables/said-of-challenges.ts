import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';
import { operator, plain, state, thing } from '../../../reading/words/rows.ts';

/** What an unpaid call answers, on which paths, and what it asks for first. */
export const SAID_OF_CHALLENGES: readonly ConceptRow[] = [
  thing(
    'UNPAID',
    'w o wallet, w o a wallet, w o payment, w o paying, w o any payment, without wallet, without a wallet, with no wallet, before any money moves, before any money moved, before money moves, before any money',
  ),
  plain(
    'NO402',
    `${cross('never got,never saw,never see,never get,never returns,never sends,never answers with,never gives', 'a 402,any 402,the 402,a challenge,any challenge')}, no 402 at all`,
  ),
  thing('C402', 'http 402 with an empty body'),
  state(
    'ACCOUNT',
    'get a quote without registering, get a price without registering, see a price without registering, see the price without registering, get a quote without an account, see a price without an account, see the price without an account, get a 402 without registering',
  ),
  plain('DEMAND', "can't even, cannot even, not even"),
  thing('PATHS', 'bogus routes, made up path does'),
  state('ACCOUNT', 'credit card, a credit card, card number, card details, bank details, passport'),
  thing(
    'CHALLENGE',
    'x402version, x402 version, their payment header, payment header they send, header they send, header they return, price header, payment requirements array, accepts[0], accepts 0, paymentrequirements array',
  ),
  plain('FIELD', 'x402version, x402 version, maxamountrequired'),
  state(
    'BAD',
    `${cross('is,was,came back,comes back,came,are,were,stays', 'empty')}, has no entries, holds no entries, no entries, zero entries, 0 entries, no payment requirements, length 0, contains nothing, has nothing in it,
      ${cross('incorrect,invalid,bad,wrong', 'padding,encoding,charset,syntax')}, padding error, not decodable, undecodable, unparseable, unparsable, unreadable,
      ${cross("cannot be,can't be,can not be,could not be,couldn't be,can not,cannot,can't", 'decode,decoded,parse,parsed,read by any client,deserialized,deserialised')},
      ${cross("does not,doesn't,won't,will not,did not,didn't,fails to,failed to", 'decode,parse,deserialize,validate')},
      decode error, decode failed, decoding failed, decode fails, parse error, parsing failed, parser error, json error, json parse error, syntaxerror, syntax error, unexpected token, unexpected end of json, unexpected end of input,
      invalid json, no json, is no json, not json, not valid json, broken json, json is broken, half a json, fails validation, failed validation, schema validation fails, schema validation failed, zoderror, validationerror, keyerror, typeerror`,
  ),
  state('OUT_BAD', cross('is,was,came back,comes back,came,are,were,stays', 'empty')),
  plain(
    'NO402',
    `${cross("doesn't,does not,did not,didn't,never,won't,will not,don't,do not", 'answer 402,answer with 402,answer with a 402,return 402,return a 402,send 402,send a 402,give 402,give a 402,get a 402,get 402,respond 402,respond with 402,respond with a 402,serve a 402,issue a 402,produce a 402')},
      no paywall anywhere, no paywall at all, nothing is asked for payment, without any 402, without a 402, no 402 anywhere, no 402 in sight, not a 402, no payment wall`,
  ),
  state(
    'ERR401',
    'missing api key, api key missing, no api key provided, unauthorized, unauthorised, token required, bearer required, authorization required, authorization header required, login required',
  ),
  state('ACCOUNT', 'bearer token, a bearer token, an access token, oauth token, login page, sign in page'),
  thing(
    'PATHS',
    'any word after the slash, any word after, whatever word, whatever i put, whatever you put, invented route, invented routes, /does, /does not exist, paths nobody made, not existing path, not existing route, not existing url, inexistent path, inexistent url',
  ),
  plain(
    'PAYWALL',
    'asks me for pay, asks for pay, asks to pay, asks me to pay, asks us to pay, wants me to pay, wants money, asks for money, demands money, demands payment, asks for payment',
  ),
  state(
    'DECLINED',
    'isvalid = #unset, is valid = #unset, valid = #unset, success = #unset, settled = #unset',
  ),
  plain('PLAIN', 'isvalid'),
  operator(
    'IDIOM',
    `${cross('no account,no api key,no key,no signup,no sign up,no registration,no login,no kyc,no subscription', 'needed,required,necessary,at all')}, no account, no api key, no signup, no sign up, no registration, no login`,
  ),
  thing('UNPAID', 'without pay, without to pay, before to pay, before pay, preflight'),
  state(
    'BAD',
    "can not read it, cannot read it, can't read it, nobody can read it, breaks the spec, violates the spec, against the spec, not per spec, not to spec, off spec, not spec compliant, is null, = null",
  ),
  plain('GOOD', 'parsed, parsed ok, parsed fine, parsed cleanly, decode ok, decoded ok, decode=ok'),
  thing('PATHS', '#gibberish'),
  plain(
    'PLAIN',
    'full cent, full dollar, whole cent, whole dollar, resp, req, hdr, hdrs, msg, cfg, ts, compact, invalidreason',
  ),
];
