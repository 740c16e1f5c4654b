import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';
import { operator, plain, state, thing } from '../../../reading/words/rows.ts';

/** Payments and what came of them. */
export const SAID_OF_PAYMENTS: readonly ConceptRow[] = [
  plain(
    'OUT_GOOD',
    '0 failed, zero failed, none failed, 0 fails, zero fails, failed 0, failed none, 0 bad, zero bad, no errors at all, served every time, gave good data, exactly what we needed, exactly what i needed',
  ),
  state(
    'OUT_BAD',
    `bombed, bombed out, flopped, flop, dud, duds, tanked, fizzled, conked out, busted, borked, hosed, no dice, no joy,
      came to nothing, fell flat, went nowhere, were junk, was junk, was for a different, was for a completely different, was for another,
      was for the wrong, for the wrong city, about a different, got zilch, got squat, bupkes, not a sausage, sweet nothing, sod all, thin air`,
  ),
  plain(
    'PAID',
    'gave them a dollar, gave them money, gave them our money, gave them my money, sent them a dollar, sent them money, coughed up a dollar',
  ),
  plain(
    'NOBUYER',
    'know of no other buyer, know of no other customer, know no other buyer, know nobody who bought, know of nobody who bought, know of nobody who paid, know of no one who paid, know nobody who paid, aware of no other buyer, aware of nobody who paid',
  ),
  state(
    'DOUBLE',
    `billed me double, billed us double, charged me double, charged us double, debited us double, debited me double,
      cost us a second payment, cost me a second payment, paid a second time for the same,
      ${cross('two identical,2 identical,two equal,two separate,two matching,a pair of,a pair of identical,duplicate,twin,two usdc,2 usdc,two identical usdc,two equal usdc', 'transfers,debits,charges,payments,settlements,withdrawals')},
      same payment going out twice, payment going out twice, same payment went out twice, payment went out twice, money went out twice`,
  ),
  thing('PAYMENT', 'the transfer got, the transfer was'),
  state(
    'SHORTFUNDS',
    cross(
      'balance,wallet balance,our balance,funds',
      'too small,was too small,is too small,too low,too little,was too little,were too low,were too small',
    ),
  ),
  state(
    'OUT_BAD',
    `gone unanswered, went unanswered, go unanswered, connection was reset, lorem ipsum, a waste of money, waste of money,
    ${cross('kept,keeps,kept on,still,just kept', 'answering 402,returning 402,saying 402,asking for payment,sending 402,asking me to pay,asking us to pay')}`,
  ),
  plain('PAID', 'transaction confirmed, lost my money, lost our money'),
  plain(
    'OUT_GOOD',
    'were right, was right, were correct, good data, and is content, is content, are content, had the answer, had the result, had the translation, had the data, exactly the row, exactly the data, exactly the answer, ordered and got',
  ),
  state(
    'NEVER_PAID',
    "not purchased from, not purchased, we've not purchased, we have not purchased, i've not purchased, never purchased from",
  ),
  state(
    'OUT_BAD',
    'lost 3 usdc, lost my usdc, lost our usdc, lost usdc, lost money, lost their money, lost his money, lost her money',
  ),
  plain(
    'PAID',
    'lost my usdc, lost our usdc, lost usdc, lost money, lost their money, lost his money, lost her money',
  ),
  plain(
    'OUT_GOOD',
    `worked on the first go, worked on the first try, worked on first try, worked at once, worked first time, worked right away, worked at the first attempt,
    ${cross('report,reports,reported,confirm,confirms', 'paid answers,paid replies,paid results,good answers,delivered answers')}`,
  ),
  state(
    'LATE',
    `${cross('in about,in,after about,after,in roughly,takes about,takes,took', 'a year,two years,a decade,a century,half a year,six months')}, eventually maybe, weeks late, months late`,
  ),
  plain('PAID', 'payment taken'),
  state('OUT_BAD', 'try again later, please try again later, come back later'),
  plain(
    'PAID',
    `${cross('payment', 'was done,is done,done,was made,got done,successful,was successful')}, done payment, did payment, did the payment, have done payment, made payment, made a payment, made the payment,
      ${cross('amount,money,payment,fee,price,balance,cents,usdc', 'got deducted,got debited,got taken,got cut,was cut,is deducted,is debited,deducted,debited')},
      ate my, ate our, took my, took our, pays and gets, pay and get, already pay, already paid, pay already, 
      ${cross('sent,sent them,sent over,threw,threw them,threw at it,gave,gave them,dropped,spent', 'the nickel,a nickel,the dime,a dime,the cent,a cent,a penny,a quarter,the money,the fee,one cent,two cents,five cents,ten cents,a few cents,a buck,a dollar')},
      ${cross('nickel,dime,cent,cents,dollar,dollars,quarter,buck,bucks,penny', 'is gone,are gone,was gone,were gone,gone')}, for a nickel, for a dime, for a cent, for a penny, paid tested, paid test, bought one, bought it, we buy here, i buy here, buys here, buy here, has been buying, been buying from them, been buying here, invoices paid, purchases made, for some cents`,
  ),
  plain(
    'OUT_GOOD',
    `data checked out, content correct, content was correct, content is correct, data was correct, data is correct, proper data, received proper data, is return correct, return correct, return correct data, returned correct, return ok, returned ok, everything correct, everything arrived, all arrived, arrived correct, arrived complete, came correct,
      ${cross('has,had,gets,got,have,received,get', 'the file by,its data,his data,her data,their data,its file,his file,the file,the data every time,data every time,what we paid for,what i paid for,what they paid for,what he paid for,what was ordered,what we ordered,what i ordered')},
      as agreed, delivered as agreed, all of them fulfilled, all fulfilled, was good, were good, every single response was good, every response was good, every single one was good, usable output, exactly what the docs show, as the docs show, what the docs show, matches the docs, body ok, schema ok, schema=ok,
      ${cross('never a,not a,no,never any,not one,without a,without any', 'hitch,hiccup,glitch,snag,issue,problem,failure,trouble,complaint,dud,miss,bad answer,failed call,failed purchase,failed purchases,failed calls,failed payment')},
      ${cross("haven't had,have not had,hasn't had,never had,never saw,haven't seen", 'one failed purchase,a failed purchase,a single failed purchase,one failed call,a failed call,a single failed call,one failure,a failure,a single failure,a single failed,one bad answer')},
      ok so far, fine so far, good so far, worked so far, like a charm, like clockwork, smooth as silk, smooth sailing, success notes, marks it verified, marked it verified, marked as verified, paid and verified, fulfil ok, fulfill ok, went unanswered never, delivery confirmed, confirmed delivery, confirm delivery, confirmed receipt of the data`,
  ),
  operator(
    'IDIOM',
    cross('never a,not a,no,never any,not one,without a,without any', 'hitch,hiccup,glitch,snag,dud'),
  ),
  state(
    'OUT_BAD',
    `gave me squat, gave us squat, squat, nada, got nada, got diddly, jack, got jack, jack all, zilch, not a thing, not a peep, not a word,
      ${cross("never,did not,didn't,has not,hasn't,has never", 'reached us,reach us,reached me,reach me,reach our,reached our,made it back,make it back,make it,made it,show up,shown up,turn up,land,landed,come through,came through,materialise,materialize')},
      ${cross('response,answer,data,report,result,file,output,reply,json', "did not come,didn't come,not come,is not coming,not coming,not received,not returned,was missing,is missing,went missing,lost,never reached,not delivered,was not delivered,is not delivered")},
      no data return, no result return, no data returned, nothing has come, nothing came out, nothing was sent, without delivery, without any delivery, without any result, without any data, without any answer, without a result, fulfil failed, fulfill failed, fulfilment failed, fulfillment failed, delivery failed, fulfil error, html error page, an html error page, mock content, mock data, mock answer, dummy content, stub data, stub answer, placeholder content, lorem ipsum content,
      giving error, giving an error, gives error, shows error, showing error, error is coming, error came, ghosted us, ghosted me, then ghosted, left on read, unfulfilled orders`,
  ),
  state(
    'DOUBLE',
    `${cross('charged,billed,debited,deducted,dinged,settled,invoiced,withdrawn,hit,paid,cut', 'two times,2 times,2x,twice over,double,two times for one,twice for one,twice for the same,two times for the same,a second time for the same')},
      ${cross('second,a second,another,two,2', 'deduction for the same,deduction for one,deductions for the same,deductions for one,debit for the same,debits for the same,debits for one,charge for the same,charges for the same,charges for one,settlement for the same,settlements for the same,settlements for one,transfer for the same,transfers for the same,transfers for one,transfers for the one,debits for the one,charges for the one')},
      double dinged, double debit, double debited, double deducted, double deduction, dinged twice, billed the same order twice, same order billed two times, same order billed twice, same request billed twice`,
  ),
  plain(
    'PAID',
    cross(
      'got,get,gets,received,had',
      'what we paid for,what i paid for,what they paid for,what he paid for,what she paid for',
    ),
  ),
  plain(
    'PAID',
    'bought here often, buy here often, bought often, buy often, buys often, buys here often, invoices paid, dinged',
  ),
  plain('CHARGED', 'dinged'),
  plain('BILL', 'dinged'),
  plain('PAID', 'did pay, paid on, paid at, paid in, paid last, paid this, paid yesterday, paid today'),
];
