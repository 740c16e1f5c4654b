import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';
import { plain, state, thing } from '../../../reading/words/rows.ts';

const WITHOUT_PAYING = 'without paying,before paying,unless you pay,without payment';

/** Refunds, support, previews, retries and failed calls. */
export const SAID_OF_RECOURSE: readonly ConceptRow[] = [
  thing(
    'PREVIEW',
    `${cross('no cost,zero cost,no charge,no fee,cost free,costless', 'preview,sample,demo,trial,example,dry run,test call,preview endpoint,sample endpoint,taster,look,peek,tier')},
      ${cross('one record,one row,one lookup,one call,one request,one query,one answer,first call,first one,first request,first lookup,a record,a row', 'for free,free of charge,at no cost,is free,gratis,for nothing')}, taster, dry run`,
  ),
  state(
    'NOPREVIEW',
    `${cross("cannot test anything,can't test anything,cannot try anything,can't try anything,cannot see anything,can't see anything,cannot sample anything,no way to test it,no way to try it,no way to test,no way to try,nothing can be tried,nothing can be tested,can't test it,cannot test it,can't try it,cannot try it", WITHOUT_PAYING)},
      anything but free, not free at all`,
  ),
  state(
    'NOPREVIEW',
    cross(
      'preview,free preview,sample,free sample,demo,trial',
      'is paywalled,is paywalled too,is paywalled as well,costs money,costs money too,costs extra,is not free',
    ),
  ),
  state(
    'IGNORED',
    `${cross('they,it,server,seller,api,endpoint,service,host,which', 'ignore,ignores,ignored')}, ignore the idempotency, ignores the, ignored the, ignores our, ignored our, ignores my, ignored my`,
  ),
  thing(
    'FAILURE',
    'failing request, failing requests, failing call, failing calls, our failing request, failing payload',
  ),
  plain(
    'SAFE',
    `${cross('nothing more was,nothing else was,nothing extra was,nothing further was,nothing new was,nothing additional was', 'debited,charged,billed,deducted,taken,paid')}, no new debit, no new charge, no further debit, not billed again, is not billed again, came from cache, from the cache`,
  ),
  thing(
    'FAILURE',
    'when the job fails, if the job fails, when a job fails, if it breaks, when it breaks, when the lookup fails, when a lookup fails, if a lookup fails, when the query fails, failed lookup, failed lookups, failed job, failed jobs, for a 400, for a 422, for a 500, for an error, for errors',
  ),
  state(
    'NOREFUND',
    'refund requests go unanswered, refund request went unanswered, refund requests are ignored, refund request was ignored, refund was refused, refused a refund, refused to refund, denied a refund, denied me a refund, denied us a refund, refused us a refund, never refunded, never refunded us, exclude refunds, excludes refunds, rule out refunds',
  ),
  thing('REFUND', 'refund requests go unanswered, refund was refused, exclude refunds, excludes refunds'),
  state(
    'NOSUPPORT',
    `${cross('i mailed them,we mailed them,i emailed them,we emailed them,i wrote to them,we wrote to them,i wrote them,we wrote them,mailed support,emailed support,wrote to support,asked support,opened a ticket,my ticket,our ticket', 'a week ago,weeks ago,last week,twice,three times,a month ago,and heard nothing,without any reply,without reply,without an answer,and got no answer,never answered,went unanswered')}, support never answers, support never replies, support never replied, support never answered, support ignores me, support ignores us, support is silent, support does not answer, support doesn't answer`,
  ),
  thing(
    'PREVIEW',
    cross(
      'look at a,see a,peek at a,view a,shows you a',
      'truncated answer,truncated sample,shortened answer,redacted answer,abridged answer,truncated output,truncated result',
    ),
  ),
  plain(
    'SETTLE',
    'only moves once the response is ready, only moves once the answer is ready, moves once the answer is ready, only leaves once the answer is ready',
  ),
  plain(
    'AFTERANSWER',
    'only moves once the response is ready, only moves once the answer is ready, moves once the answer is ready, only leaves once the answer is ready',
  ),
  thing('SUPPORT', 'telegram group, telegram channel, discord channel, slack channel, support group'),
  plain('REACH', 'answer within, respond within, reply within, answers within minutes, answers within hours'),
  plain(
    'SAFE',
    `${cross('only,just,but only,and only,was only,is only,got only', 'deduct once,deducted once,deducts once,debit once,debited once,charge once,charged once,billed once,bill once,settled once,paid once,one deduction,one debit,one charge,one settlement,one transfer,one payment')},
      ${cross('deduct,deducted,debited,charged,billed,settled', 'only once,just once,one time only,only one time,one time,a single time,exactly once')}, same body both times, identical body, identical answer both times, same answer both times`,
  ),
  thing(
    'RETRY',
    'same payment identifier sent twice, same payment identifier twice, same payment id twice, same payment id two times, same id twice, same id two times, same id sent twice, send same payment id, sent same payment id, repeated post, repeated request, repeat request, resent, resend, resending, sent again, send again, sent it again, replay, replays, replayed',
  ),
  plain(
    'CHARGED',
    'cost me again, cost us again, cost again, costs me again, charged me again, charged us again, deduct again, deducted again, debited again, taking the amount, taking amount, take the amount, takes the amount, deduct the amount, deducts the amount, amount is deducted, amount gets deducted, amount is taken, keeps the amount, are retained, is retained, retained, remain payable, remains payable, stay payable, still payable, is payable, are payable, forfeited, are invoiced, is invoiced, invoiced',
  ),
  plain(
    'FREE',
    `${cross('nothing,no money,no usdc,no funds,no payment,nothing at all,no cent,not a cent,not one cent', 'was settled,is settled,got settled,settled,was charged,is charged,got charged,was billed,is billed,was debited,was deducted,got deducted,was withdrawn,was collected,was moved,moved,went out,left the wallet,left my wallet,left our wallet,was spent,is lost,was lost,was taken,is taken,is invoiced,was invoiced')},
      ${cross('balance,wallet balance,wallet,our balance,my balance', "did not move,didn't move,did not budge,didn't budge,never moved,untouched,unchanged,is untouched,is unchanged,was unchanged,stayed put,stayed the same,not touched,was not touched,as before")}`,
  ),
  thing(
    'FAILURE',
    `${cross('calls,requests,executions,jobs,runs,queries,tasks,lookups,orders', 'that fail,which fail,that failed,that error,that error out,that do not succeed,that time out,that go wrong')},
      ${cross('failed,rejected,declined,unsuccessful,errored,aborted,broken,refused', 'executions,execution,runs,run,tasks,task,orders,requests,request,calls,call,jobs,queries')},
      ${cross('if,when,even if,even when,in case,once', 'it bombs,it tanks,it flops,it craps out,they fail,they mess up,they screw up,request is failing,request gets failed,request is failed,request failing,call is failing,call gets failed,the request fails,a request fails,requests fail,calls fail,the call errors,it errors,it breaks,something breaks,it crashes')},
      request is failing, request gets failed, deliberate errors, deliberate error, errors on purpose, error on purpose, errors deliberately, intentional errors`,
  ),
  state(
    'NOREPLY',
    'no reply, no reply so far, no reply yet, no answer so far, still no reply, still no answer, never got a reply, never a reply, no response so far, no response yet, heard nothing, heard nothing back, silence since, unanswered, bounces, bounced, bounce, nobody answers, nobody replies, nobody replied, nobody responded, nobody picks up, no one replies, no one answers, nobody is reachable, not reachable by',
  ),
  plain(
    'PLAIN',
    'for problems, for questions, for issues, for trouble, for help, in case of problems, in case of trouble, in case of questions, if something breaks, if something goes wrong, around the clock, day and night, possibility to, possibility of',
  ),
  thing(
    'SUPPORT',
    'mails to support, emails to support, mail to support, telegram handle, an email for problems, an email for help, e mail for help, mail for help',
  ),
  thing(
    'PREVIEW',
    `/preview, /sample, /demo, /trial, /teaser, /taster, freebie sample, sample rows, first rows for free,
      ${cross('try it,try,test it,test,use it,try it out,call it', 'for free,three times for free,twice for free,once for free,two times for free,a few times for free,some times for free,times for free,free of charge,gratis')}, times for free, free before pay, for free before pay, for free before paying, for free before you pay`,
  ),
  plain(
    'REFUND',
    'gets the money back, gets money back, one gets the money back, you get money back, give your money back, give ur money back, gives your money back, give you your money back, give you the money back, hand the money back, send the money back, reimbursement procedure, reimbursement process',
  ),
  state(
    'NOREFUND',
    'all sales are final, all sales final, final sale, sales are final, no returns, non refundable, nonrefundable, not refundable, no money back, no refunds whatsoever, refunds are excluded, no way to get money back, cannot get your money back',
  ),
  plain(
    'REACH',
    'is reachable on, is reachable via, is reachable by, reachable on, reachable via, can be reached',
  ),
  plain('PLAIN', 'for the listing'),
  thing('SUPPORT', 'help address, help mail, help email, help line'),
  plain(
    'REACH',
    'a person answered, a human answered, somebody answered, someone answered, a real person answered',
  ),
  state(
    'NOREFUND',
    'money is never returned, money never returned, money is not returned, never give money back, never gives money back, never return money, do not return money, does not return money',
  ),
  thing(
    'REFUND',
    'money return, return of money, return of the money, procedure of money return, money is never returned, money is not returned',
  ),
  thing(
    'PREVIEW',
    cross(
      'first one,first lookup,first call,first request,first query,first report,one call,one lookup',
      'was on the house,is on the house,on the house,on them',
    ),
  ),
  thing(
    'FAILURE',
    cross(
      'if,when,where',
      'nothing is found,nothing was found,there is no match,no match is found,no result is found,there is no result,there is nothing to find,they find nothing,it finds nothing',
    ),
  ),
  plain(
    'FREE',
    "you don't pay, you do not pay, one does not pay, i don't pay, we don't pay, no pay, need not pay",
  ),
  plain(
    'CHARGED',
    'moved money, moves money, moved money again, took money again, takes money again, i had to pay, we had to pay, you have to pay, one has to pay',
  ),
];
