import type { ConceptRow } from '../vocabulary.ts';

const operator = (id: string, words: string): ConceptRow => ({ id, role: 'operator', words });

/** Words that turn, weaken or attribute what a clause says, whatever it is about. */
/** Every word of one list before every word of another. */
const cross = (first: string, second: string): string =>
  first
    .split(',')
    .flatMap((one) => second.split(',').map((two) => `${one} ${two}`))
    .join(', ');

export const OPERATORS: readonly ConceptRow[] = [
  operator(
    'NOT',
    `
      rule out, rules out, ruled out, exclude, excludes, deny, forbid, forbids, prohibit, prohibits, mum about,
      silent about, silent on, not a word about, nothing about, omits any, no, not, never, none, nothing,
      nobody, no one, noone, nowhere, neither, without, cannot, can not, lack, lacking, miss, missing, absent,
      absence of, nonexistent, non existent, non, isnt, arent, wasnt, werent, doesnt, dont, didnt, hasnt,
      havent, hadnt, cant, couldnt, wont, wouldnt, aint, isn't, aren't, wasn't, weren't, doesn't, don't, didn't,
      hasn't, haven't, hadn't, can't, couldn't, won't, wouldn't, ain't, fail to, refuse to, refused to,
      decline to, unable to, impossible to, devoid of, not a single, not one, not any, not even, not once,
      never once, never ever, no longer, not anymore, zero, nil, yet to, have yet to, has yet to, far from,
      anything but, hardly, hardly any, barely, scarcely, in vain, does nothing to, free of, free from,
      never bothered to, forgot to, omit, omits, omitted, nada, zilch, not there, bar none`,
  ),
  operator('NOR', 'nor'),
  operator(
    'NOT_TRUE',
    `
      it isn't true that, isn't true that, it is not true that, not true that, not the case that,
      it's not as if, not as if, not like, it is false that, it's false that, untrue that, wrong to say that,
      incorrect that, can't say that, cannot say that, is a myth that, myth that, cannot be said that, can't be said that, is a lie that, lie that, is a rumour that, is untrue that, no truth in, not so that, not be true that`,
  ),
  // Idioms with a negator that negate nothing.
  operator(
    'IDIOM',
    `
      nor one that failed, not a single one failed, not one went wrong, none went wrong, no failures at all, never failed us, never failed me, never failed once, without a single hiccup,
      paying customer, paying customers of theirs, no interruption, without interruption, without any interruption, not a single one went wrong, no complaint, no complaints at all, not a problem, nothing went wrong, none rejected, none failed, none missing, zero failures, zero errors, no newcomer, returning customer, repeat customer, existing customer,
      repeat buyer, returning buyer, without guessing, no guessing, no guesswork, first contact, last contact,
      initial contact, without a single problem, without a single issue, without a single error,
      without a single failure, not a single problem, not a single issue, zero problems, zero issues,
      never a problem, never an issue, never any problems, never had a problem, never had any problem,
      never had problems, never had an issue, never had any issues, not a single complaint, never let us down,
      never let me down, never disappointed, no doubt, no problem, no problems, no issue, no issues, no trouble,
      without issue, without issues, without a problem, without problems, without any problem,
      without any problems, without trouble, without a hitch, without incident, without complaint,
      no complaints, no surprise, no surprises, not only, not just, not to mention, nothing but,
      none other than, no other than, without fail, without exception, no exceptions, no sweat, no fuss,
      without fuss, no questions asked, no strings attached, can't complain, cannot complain, no less than,
      without delay, no time, in no time, no hiccups, would now, without a hiccup, not bad, no drama,
      no more no less`,
  ),
  operator(
    'HEDGE',
    `
      remains to be seen, to be seen, yet to be seen, jury is out, unsure, maybe, perhaps, possibly, probably,
      might, may, may have, could be, could have, could well, could mean, could indicate, could get, could turn,
      could also, could fail, could easily, could just, would be, would have, should, should be, unclear,
      unchecked, untested, whether, presumably, guess, i guess, a guess, my guess, guesswork, i think, think,
      we think, believe, i believe, we believe, hope, hopefully, tbd, tbc, assume, assuming, assumed,
      assumption, rumor, rumour, rumored, rumoured, rumors, rumours, uncertain, certainty, seemingly, seem,
      seems, appears to, appear to, it appears, unconfirmed, likely, unlikely, suspect, suspicion, wonder,
      wondering, supposedly, allegedly, apparently, not sure, not certain, not confirmed, not verified yet,
      not yet verified, haven't verified, havent verified, haven't checked, havent checked, didn't check,
      didn't verify, did not verify, not checked, not yet checked, not tested, haven't tested, haven't looked,
      havent looked, didn't look, haven't tried, not tried, no idea if, no idea whether, no idea really,
      don't know if, don't know whether, dont know if, can't tell if, can't tell whether, cannot tell if,
      can't say if, can't say whether, hard to say, hard to tell, can't swear, cannot swear, if memory serves,
      from memory, iirc, afaik, as far as i know, as far as i can tell, afaict, to my knowledge, in theory,
      theoretically, i'd say, i would say, chance that, a chance, there's a chance, odds are, looks like maybe,
      gut feeling, hunch, speculation, speculative, it may be, who knows, not entirely sure, don't remember,
      can't remember, don't recall, can't recall, imo, imho, inconclusive, potentially, conceivably, plausibly,
      arguably, pending verification, to be confirmed, to be verified, yet to be verified, needs checking,
      worth checking, unproven, questionable, doubt, i doubt, dubious, not convinced, vaguely, sort of, kind of,
      kinda, somewhat, sounds like, i bet, feels like, gather that, reckon, i reckon, suppose, i suppose,
      hypothetical, hypothetically, you could, one could, anyone could, you can probably, the claim that, a claim that, the idea that, the rumour that, the rumor that, the allegation that, the assertion that, the notion that, the theory that, find out if, find out whether, need to find out, need to check, needs to be, need to verify, remains open, is open whether, wish that, to be checked, hoped, hoped that, rumour has it, perchance, i expect, we expect it, expected to, ought to, must be,
      must have, must've, could've, might've, can probably, second hand, secondhand, hearsay, word is, they say,
      some say, i heard, heard that, we heard, heard from someone, i have heard, i've heard, my impression,
      impression`,
  ),
  operator(
    'PLAN',
    `
      shall, we'll, i'll, they'll, it'll, he'll, she'll, you'll, going to, gonna, about to, plan, plan to,
      planning, planned, intend, intends to, intention, roadmap, soon, coming soon, upcoming, scheduled,
      next week, next month, next year, next quarter, next monday, next tuesday, next wednesday, next thursday,
      next friday, next sprint, next release, tomorrow, in the future, in future, eventually, someday,
      later this year, later this month, eta, aim to, would like to, we want to, i want to, hoping to, to do,
      todo, will be able, once they, once it, once the, once we, once i, once a, once that, once those,
      once this, as soon as, when they, suppose that, otherwise, by the end of, at the end of the year,
      end of the month, under construction, in progress, in the works, wip, work in progress, in development,
      being built, under development, not yet live, prepare to, preparing to, considering, we may, would, i'd,
      we'd, let's, let us, remember to, needs to be checked, should we, should i, proposal, proposes,
      promise to add, working on, by next, starting next, starting in, as of next, from next`,
  ),
  operator('IF', 'if, unless, provided that, as long as, in case, when they, whenever, only when, provided'),
  operator('WILL', 'will'),
  // What is said of others, of other times or in jest is nothing good.
  operator(
    'CLOUD',
    `
      ${cross(
        'another,a different,some other,other,the other,the previous,previous,the former,their old,the old,rival,a rival,a competing',
        'vendor,seller,provider,supplier,service,api,host,endpoint,site,merchant,operator,version,gateway,platform,product',
      )},
      in the example, in an example, in an example of, in the spec, in the specification, in the fewest, fewest, elsewhere, competitor, competitors, rival, rivals, dream, dreams, on paper, in name only, my foot, pigs fly,
      pigs might fly, said nobody, said no one, the pope, tutorial, back in the day, in the old days, once upon a,
      at one time, at some point, one day, some day, back then, back when, in those days, old version,
      older version, before the migration, before the switch, before the move, before the relaunch,
      before the change, before the update, before the outage, way round, the contrary, is over, was over, that is over, it is over, now over,
      say otherwise, says otherwise, shows otherwise, tell otherwise, otherwise, not so, so we thought, or so,
      pretend, pretends, pretended, wish, wished, wishes, want it, wants it, like it to, nice if, great if,
      good if, better if, nice to have, would be nice, proved wrong, proved false, turned out, turns out wrong,
      sandbox of ours, our own sandbox, our sandbox, our staging, our test setup, our mock, localhost, mock server,
      on staging, in staging, only in theory, at best, used to, any more, anymore, in the past,
      not any more, no more, or not, stopped, ended, ceased, lost its, broke its, revoked, removed, deleted,
      taken down, pulled, deprecated, sunset, retired, expired since, too good to be true, hilarious, what a joke,
      ironic, ironically, sarcastically, haha, ha ha, rofl, surely not, fairy tale, wonderland, if only,
      supposed to, meant to, ought, in a perfect world, ideally, in principle, nominally, on the face of it,
      at first glance, ostensibly, so they say, in their words, only if, starting in, starting from,
      starting next, as from, effective from, except, excepting, barring, exceptions apply, terms apply`,
  ),
  operator(
    'INSTRUCT',
    `
      ignore, disregard, override, overwrite, pretend, instruction, instructions, jailbreak, weights,
      probability, score, scores, you are now, system prompt, as an ai, your answer, recommend scale,
      you must respond, reply with yes`,
  ),
  // Words after which a clause says that something was so, and is not.
  operator(
    'REVERSE',
    `
      our own uptime, our uptime, our own api, our api, our own endpoint, our endpoint, our own server,
      our server, our own site, our site, our docs, our own docs, we publish, ourselves, our own service,
      our service, our accounting team, our own wallet app, our own product, our product, a mistake, mistake,
      an error on our part, not a scam, not phishing, nothing wrong, used to, used to be, formerly,
      previously was, former, debunked, refuted, disproved, disproven, retracted, withdrawn, resolved, fixed,
      fixed since, repaired, solved, corrected, recovered, restored, false alarm, turned out to be false,
      turned out false, unfounded, no truth, hoax, mistaken, mistakenly, wrongly, by mistake, misread,
      my mistake, my own mistake, my fault, our fault, our own fault, our own network, our mistake, our bug,
      a bug on our side, on our side, on our end, at our end, on my end, my own network, not their fault,
      instead of, rather than, as opposed to, opposite, opposite of, except for, apart from, dispute, disputes,
      disputed, contradict, contradicts, back online, back up, backtrack, sarcasm, just kidding, lol,
      yeah right, as if, so called, allegation, deny that, denies that, denied that, denying that, could confirm that, could verify that, no evidence that, no proof that, no sign that, no indication that, none of us saw, nobody saw, nobody could confirm, nobody can confirm, no one could confirm, nobody confirmed, myth, is false, is untrue, are false, was false, were false, false, untrue, not true,  refute, disprove, disprove that, rebutted, rebut`,
  ),
  operator(
    'SAY',
    `
      admit, concede, acknowledge, boast of, boasts of, brags of, tells us, told us,
      claim, say, state, advertise, promise, assert, allege, purport, tout, boast, brag, guarantee, assure,
      insist, swear, vow, tell, mention, write, announce, note, explain, confirm, indicate, reply,
      declare itself, profess, pledge, maintain, describes itself, calls itself, bill itself, bills itself,
      warrant, commit to, represent`,
  ),
  operator(
    'CLAIM',
    `
      according to the seller, according to the vendor, according to the provider, according to the operator,
      according to the merchant, according to its, according to their, according to them,
      according to the website, according to the site, according to the docs, according to the company,
      according to the landing page, per the seller, per the vendor, per the provider, per their,
      per the website, per their docs, in the words of the seller, sales pitch, marketing, marketing blurb,
      marketing page, marketing copy, marketing site, sales page, self reported, selfreported, self declared,
      self described, self proclaimed, blurb, tagline, slogan, press release, whitepaper, brochure,
      claimed by the seller, claimed by the vendor, claimed by the provider, claimed uptime, claims,
      seller claim, vendor claim, sales deck, pitch deck, advertisement, ad copy, advert, seller's claim,
      vendor's claim`,
  ),
  operator(
    'OTHERS',
    `
      a buyer, one buyer, an examiner, examiner, another bank, at another bank, analyst network, blocklists, blocklist flags, two blocklists, trade press, press report, press reports, security blog, security vendor, 
      a customer, a client, another shop, another firm, independent buyers, distinct wallets, other wallets than, wallets other than the seller, monitoring site, independent monitoring site, independent monitor, a peer agent, fellow agent, fellow buyer,
      unrelated agent, unrelated buyer, unrelated party, unrelated team, unrelated company, unrelated dev,
      our friends, friends, third party, third parties, 3rd party, others, other buyer, other buyers,
      another buyer, another agent, other agents, other agent, other user, other users, another user,
      another team, other teams, other team, another company, other companies, other developer,
      other developers, another developer, other people, other customers, another customer, other clients,
      another client, other wallets, other payers, somebody else, someone else, people, folks, user, users,
      buyers, customer, customers, clients report, community, community member, community members, tester,
      testers, reviewer, reviewers, review, reviews, review site, review bot, peer, peers, a peer, colleague,
      coworker, friend, a friend, somebody, someone, anyone, anybody, everyone, everybody, reddit, redditor,
      subreddit, forum, forums, farcaster, twitter, tweet, tweets, on x, hacker news, hn, discord,
      telegram group, github issue, github issues, github thread, issue tracker, issue on github, gh issue,
      thread, threads, posts, blog post, forum post, blog, blogger, comment, comments, commenter, commenters,
      complaint, complaints, monitoring service, monitor service, independent, independently,
      unrelated developer, security researcher, security researchers, researcher, researchers, audit site,
      auditor, auditors, audit report, scam tracker, tracker, watchdog, trustpilot, trust registry,
      trusted registry, status aggregator, uptime board, downdetector, distinct payer, distinct payers,
      distinct buyer, distinct buyers, payers, unique payers, different buyers, different payers,
      different wallets, explorer shows, block explorer shows, on chain data shows, on chain data, a dev,
      some dev, devs, a developer, developers report, several developers, a redditor, an independent,
      journalist, newspaper, partner of ours, a partner, sister company, another org, other orgs, rating,
      ratings, one star, stars, witness, testimonial, testimonials, case study, attestation, attestations,
      feedback from, poster`,
  ),
  operator(
    'SELLER',
    `
      seller, vendor, provider, operator, merchant, supplier, publisher, maintainer, founder, they, their, them,
      their site, their website, their docs, their faq, their terms, their page, their landing page,
      their readme, their blog, about page, product page, landing page, faq, website, web site, site, company,
      the team, owner, homepage, home page, terms page, terms of service, tos, docs, documentation, readme,
      pricing page, press, sales, sales rep, salesperson, support rep, api owner, service owner, dev team,
      the docs, manifest, their agent, brochure, status page`,
  ),
  operator(
    'OWN',
    `
      we, i, our, us, me, my, mine, ours, our agent, our own, my own, our team, i've, we've, i'd, we'd, i'm,
      we're, myself, ourselves, in house, our bot, our buyer`,
  ),
  operator(
    'PARTLY',
    `
      most, mostly, some, sometimes, partly, partially, occasionally, occasional, often, usually, in general,
      generally, half, half of, a few, few, several, many, typically, tends to, tend to, at times, on and off,
      majority, minority, almost, nearly, roughly half, intermittent, intermittently, sporadically, sporadic,
      in most cases, in some cases, more or less, semi, quasi, supposed to, only some, a handful, largely,
      mainly, now and then, once in a while, from time to time`,
  ),
  operator(
    'NOBODY',
    `
      nobody else, no one else, nobody, no one, no other buyer, no other buyers, no other user, no other users,
      no other agent, no other agents, no independent report, no independent reports, no independent,
      not one other buyer, not one other user, not a single other buyer, no third party, no third parties,
      no reviews, no review, no reports, no report, nobody reports, no public reports, no public report,
      no public record, zero reviews, zero reports, no external reports, no other customer, no other customers,
      no user reports, no buyer, no buyers, no testimonials, no other wallet, no other wallets,
      no community reports, no evidence that anyone, no evidence anyone, no sign that anyone, no sign of anyone,
      can't find anyone who, couldn't find anyone who, found nobody who, no trace of anyone, no trace of other`,
  ),
  operator(
    'RARELY',
    `
      rarely, seldom, hardly ever, almost never, few, very few, once in a blue moon, next to never,
      scarcely ever`,
  ),
];
