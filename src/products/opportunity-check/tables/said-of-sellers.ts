import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';
import { operator, plain, state, thing } from '../../../reading/words/rows.ts';

const THEY = 'they,they have,they had,seller,operator,vendor,provider,merchant,somebody';
const SWITCHED =
  'switched wallets,changed wallets,swapped wallets,switched addresses,changed addresses,swapped addresses,switched the wallet,swapped the wallet,changed the wallet';
const NEW_WALLETS = THEY.split(',')
  .flatMap((who) => SWITCHED.split(',').map((did) => `${who} ${did}`))
  .join(', ');
const NOT_PAID_BEFORE = cross(
  "not the address,not the wallet,not the one,isn't the address,isn't the wallet,isn't the one,no longer the address,no longer the wallet",
  'we paid,we paid before,we have paid,we used,i paid,on file,in our records,in my records,we have on file,from before,from last time',
);

/** Who sells, where the money goes, and fraud. */
export const SAID_OF_SELLERS: readonly ConceptRow[] = [
  thing('PAYTO', NEW_WALLETS),
  state('CHANGE', `${NEW_WALLETS}, ${NOT_PAID_BEFORE}`),
  plain(
    'UNCHANGED',
    'the address we paid, the wallet we paid, the address we have paid, the wallet we have paid, the address we used, the wallet we used, byte for byte, the one we always paid, the one we have always paid, the same one as before',
  ),
  state(
    'FACELESS',
    `anonymous devs, anonymous dev, anonymous developers, anonymous people, anon devs, anon team, anons, not exist in the register,
      does not exist in the register, doesn't exist in the register, not in the register, not in the company register, not in any register, no such company,
      whois record is masked, whois is masked, whois masked, whois redacted, whois record is redacted, whois is redacted, masked whois, redacted whois,
      ${cross('nobody on the team,nobody here,nobody on our team,nobody in our team,no one here,nobody on our side', 'can tell who,knows who,could tell who,can say who,could say who,could find out who')}`,
  ),
  plain('WEKNOW', 'they have worked for us before, they have worked for us, have worked for us before'),
  thing('PAYTO', 'wallet to pay, the wallet to pay, address to pay, the address to pay, account to pay'),
  plain(
    'UNCHANGED',
    'equals the one in our last, equals the one in our, the one in our last, the one in our receipts, the one from our last, as in our last, same as in our last',
  ),
  state(
    'FACELESS',
    cross(
      'no one could,nobody could,no one can,nobody can,no one would,nobody would,they would not,they will not,they refuse to',
      'tell us which company this is,tell us which company,tell us who runs it,tell us who it is,tell me who runs it,tell me who is behind it,say who is behind it,tell who runs it',
    ),
  ),
  plain(
    'KNOWNCO',
    'official api of, the official api of, is a swiss ag, are a swiss ag, swiss ag, a german gmbh, a dutch bv, a dutch b.v, an estonian oü, a uk ltd, a us corporation, a delaware corporation, by a bank we have an account with, a bank we have an account with',
  ),
  state(
    'SCAM',
    'known to the police, known to police, known for fraud, known for theft, on a scam list, on a list of scams, on a list of scammers, on a list of known scams, wanted by the police',
  ),
  thing(
    'SOLD',
    cross(
      'scam,fraud,phishing,theft,outage,downtime,refund,abuse,breach,default,failure,error code,crash',
      'report api,reports of others,cases,statistics,history,lists,alerts,feed,records,figures,policies,news',
    ),
  ),
  thing(
    'PAYTO',
    'same wallet that got, same address that got, same wallet that received, same address that received',
  ),
  plain(
    'UNCHANGED',
    'same wallet that got, same address that got, same wallet that received, same address that received',
  ),
  plain(
    'KNOWN',
    'vat number checks out, vat number is valid, registration number checks out, vat id is valid, company number checks out',
  ),
  state(
    'FACELESS',
    `${cross(
      "declines to,declined to,refuses to,refused to,won't,will not,would not,does not want to,doesn't want to,not willing to,unwilling to,does not wish to,prefers not to,does not,doesn't,do not,don't",
      'identify itself,identify themselves,say who it is,say who they are,name itself,name themselves,give a name,give its name,give their name,disclose its identity,disclose their identity,reveal its identity,reveal their identity,tell who they are,tell who it is,disclose the owner,name the owner,name the company',
    )}, zero clue who, no clue who, not a clue who, god knows who, no name anywhere, no company name anywhere, no names anywhere, no imprint anywhere, imprint is missing, imprint missing, one cannot find out, one can not find out, you cannot find out`,
  ),
  plain(
    'KNOWNCO',
    `${cross('stands a,stands an,stands the,is a,is an', 'gmbh,ltd,limited company,llc,inc,sarl,bv,ag,oü,corporation,registered company,public company,listed company')},
      ${cross('run by the,built by the,made by the,operated by the,from the,by the', 'folks at,people at,guys at,team at,folks behind,people behind,team behind,guys behind,makers of')}`,
  ),
  plain(
    'KNOWN',
    'directors are public record, is public record, are public record, is in the handelsregister, in the handelsregister, in the company register, in the trade register, in the chamber of commerce, same team as, the same team as',
  ),
  thing(
    'PAYTO',
    'address for the payment, the address for the payment, address for payment, address for payments, wallet for the payment, wallet for payments, account for the payment, account the money goes to, payment destination, where to pay, payout address, compared recipient wallet',
  ),
  state(
    'CHANGE',
    `another one than last time, another one than before, another one than, a different one than, other one than, other than last time, other than before, one i have not seen, one we have not seen, one never seen, an unseen one, not seen before,
      ${cross("isn't,is not,not,wasn't,was not", 'the address our,the address we,the address from,the address on,the address in,the wallet our,the wallet we,the wallet from,the wallet on,the one our,the one we,the one from,what our,what we paid,what it was')},
      diff was, was replaced, were replaced, got replaced`,
  ),
  plain(
    'UNCHANGED',
    "hasn't moved since, has not moved since, not moved since, didn't move, did not move, hasn't moved, has not moved, always the same one, the same one, always same one, same one, same always",
  ),
  state(
    'SCAM',
    `${cross('wallet,wallets,account,accounts', 'was emptied,were emptied,got emptied,was drained,were drained,got drained,was cleaned out,got cleaned out,was wiped,got wiped,was swept,were swept,got swept')},
      ${cross("took everyone's,took everyones,took people's,took peoples,took all the,ran with the,ran off with the,vanished with the,disappeared with the,left with the,took our,stole the,stole our,stole my,stole their,stole his,stole her", 'usdc and ghosted,money and ghosted,money and ran,usdc and ran,money and left,deposits,funds,life savings,savings')},
      avoid list, avoid lists, wall of shame, list of shame, blacklist, blocklist includes this, blocklist includes, blacklists this, total rugpull, rugpull, rug pull, rugged, rugged us, rugged me, ponzi, legit drainer, is a drainer, wallet drainer, cheaters, cheater, crooks, crook, thieves, thief, gangsters, fraudsters, fraudster, is a fraud, is fraud, fake service, bogus service, bogus company`,
  ),
  thing(
    'SOLD',
    cross(
      'reports about,reports on,report about,data about,data on,news about,articles about,article about,a feed of,feeds of,list of,lists of,database of,info on,information about,information on,statistics on,statistics about,alerts about,intelligence on,lookups of,lookups for,checks for,classifies,labels,scores for,screening of',
      'scam,scams,scam domains,scam sites,scam tokens,scam wallets,scammers,fraud,frauds,phishing,phishing sites,phishing domains,drainers,rug pulls,rugpulls,hacks,thefts,outages,malware,breaches,blacklists,stolen funds,stolen cards,bankruptcies,failures',
    ),
  ),
  plain(
    'MANY',
    `${cross('two,three,four,five,six,seven,eight,nine,ten,several,a few,many,some', 'hundred,thousand')}, thousands, thousands of, hundreds, hundreds of`,
  ),
  thing('ENTRY', 'api in the list, apis in the list, api in the catalog, apis in the catalog'),
  plain(
    'KNOWNCO',
    'is the official, are the official, it is the official, the official api, the official service, the official endpoint, official service of, official endpoint of',
  ),
  thing('PAYTO', 'the wallet address, their wallet address, seller wallet address'),
  state(
    'SCAM',
    'was emptied, were emptied, got emptied, was drained, were drained, got drained, was swept, were swept',
  ),
  operator('REVERSE', 'competitor, competitors, rival, rivals'),
  thing(
    'PAYTO',
    'address of receiver, address of the receiver, address of recipient, address of the recipient, wallet of receiver, wallet of the receiver, wallet of the seller, address of seller, address of the seller, address of payee',
  ),
  state(
    'FACELESS',
    'stock photos, stock photo, made up names, invented names, fake names, fictional names, fictitious names, made up team, names are made up, names are invented',
  ),
  plain(
    'KNOWNCO',
    'same family firm, same firm that, same company that, same people that, firm that does our, company that does our, people who do our',
  ),
  operator(
    'REVERSE',
    cross(
      'call every,call all,call any,calls every,call everything',
      'new api,api,new service,service,new seller,new vendor,new thing,token,project',
    ),
  ),
  plain(
    'DEMAND',
    cross(
      'instructs,instruct,tells,tell,asks,requires,orders,directs,wants',
      'callers to,you to,us to,me to,users to,buyers to,clients to,one to',
    ),
  ),
];
