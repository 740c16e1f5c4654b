import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';
import { plain, state, thing } from '../../../reading/words/rows.ts';

const PUT_UP = `${cross('made,make,put,pushed,push,drove,set,cranked,crank,jacked,jack,notched,kicked,bumped,nudged,hiked', 'the price higher,the price up,price higher,price up,prices up,it higher,up the price,up prices,up the fee,the fee up,fees up,up their price,up their prices,their price up,their prices up,its price up,up its price')},
  gone north, went north, heading north, got dearer, got pricier, got more expensive, got costlier, became dearer, became pricier, became more expensive, become more expensive, twice as expensive, twice as much as before, tripled its price, doubled its price, raised its tariff, raised its price, raised its fee, raised its rate, raised the rate, raised the tariff, is raised, was raised, were raised, is higher now, higher since`;

/** Prices, as those word them who saw no table. */
export const SAID_OF_PRICES: readonly ConceptRow[] = [
  plain(
    'PRICE',
    "costs are, its costs, the costs, what it charges, what they charge, what a call would cost, what one pays, what i'd pay, what we'd pay, what i would pay, what we would pay, what you pay, what you'd pay",
  ),
  state(
    'DECOY',
    'so that nobody calls it, so nobody calls it, so that no one calls it, so no one calls it, to scare off callers, to keep callers away',
  ),
  plain(
    'MATCH',
    'identical to, identical with, the same number, same number, same figure, one and the same number',
  ),
  plain(
    'PRICEOPEN',
    'price list is on, price list on the front page, price list on their site, fees are on the front page, price is on the front page, tell you upfront that, tells you upfront, tell you up front, tells you up front what',
  ),
  plain('MATCH', 'equals, equal to the one, equals the one'),
  state(
    'DECOY',
    'must be a trap, has to be a trap, surely a trap, must be a joke, must be a honeypot, has to be a joke',
  ),
  state(
    'PRICELATE',
    cross(
      'only find out the price,only learn the price,only see the price,only know the price,only find out the cost,only learn the cost,find out the price only,learn the price only,only find out what it costs,only learn what it costs',
      'afterwards,after paying,after you paid,after payment,once you paid,on the bill,when it is too late,later',
    ),
  ),
  plain('PRICE', 'charged price, charged amount, charged fee, billed price, billed amount'),
  plain(
    'AFTERPAY',
    cross(
      'first after,only after,not before,only once,only when,once,after,only then after,not until',
      'one has paid,you have paid,you paid,you pay,i paid,i have paid,having paid,paying,we paid,we have paid,the payment,payment is done,payment done,money is sent,sending money,checkout,the checkout',
    ),
  ),
  state(
    'HIDDEN',
    'until checkout, until the checkout, till checkout, till you pay, kept secret, keep secret, keeps secret, not told, not mentioned, not shown, not displayed',
  ),
  state('RISE', PUT_UP),
  plain('PRICE', PUT_UP),
  plain(
    'MATCH',
    'reconciles with, reconcile with, reconciles, tallies with, tally with, squares with, square with, coincides with, coincide with, agrees, agree, that agrees, is on par with, corresponds exactly, the same price as in, same price as in, same price as, as announced, as stated, as quoted, as posted, to the cent, to the last cent, to the last unit, to the last atomic unit, down to the cent',
  ),
  plain('LISTING', 'rate card, published rate card, price sheet, published price sheet'),
  plain(
    'ADVERTISED',
    cross(
      'on the website,on their website,on the site,on their site,on the page,on the landing page,in the docs,in the readme,in the catalog,in the catalogue,on the web,in the listing',
      'is written,stands,stands written,it says,is stated,it is written,they write,is printed,one reads,you read',
    ),
  ),
  plain(
    'LEARN',
    'find out the price, find out the cost, find out what it costs, know the cost, know the price, see the price, see the cost, read the price, learn the price, learn the cost',
  ),
  plain(
    'PRICE',
    'find out the price, find out the cost, find out what it costs, know the cost, know the price, see the cost, read the price, learn the price, learn the cost',
  ),
  plain(
    'UNCHANGED',
    'flat since, unchanged since, flat, no change since, without change, not changed a bit, has not moved a cent, stays put, stayed put',
  ),
  plain('PRICE', 'the same price as in, same price as in, same price as'),
  thing(
    'LISTING',
    cross(
      'in the catalog,in the catalogue,in the listing',
      'is written,stands,stands written,it says,is stated,it is written,they write,one reads,you read',
    ),
  ),
  state(
    'ODDASSET',
    'i never saw, i never seen, we never saw, we never seen, never saw before, nobody saw before, unknown to me, unknown to us, nobody knows it, nobody ever heard of',
  ),
  plain(
    'MATCH',
    "our wallet's default, my wallet's default, our default, what our wallet uses, what our wallet holds, what our wallet has, which our wallet holds, which we hold, which i hold, which is what i have, which is what we have, what i have, what we have in the wallet, that i have in my wallet",
  ),
  plain(
    'AFTERPAY',
    'on the invoice, on the bill, on your invoice, on your bill, after the fact, in hindsight',
  ),
  state(
    'PRICELATE',
    cross(
      'only learn what it costs,you learn what it costs,only learn the price,only find out the price,only find out what it costs,only see the price,only know the price',
      'once the money is gone,after the money is gone,when the money is gone,on the invoice,on the bill',
    ),
  ),
];
