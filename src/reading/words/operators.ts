import type { ConceptRow } from '../vocabulary.ts';

const operator = (id: string, words: string): ConceptRow => ({ id, role: 'operator', words });

/** Words that turn, weaken or attribute what a clause says, whatever it is about. */
export const OPERATORS: readonly ConceptRow[] = [
  operator(
    'NOT',
    `no, not, never, none, nothing, nobody, no one, noone, nowhere, neither, without, cannot, can not, lack, lacking, miss, missing, absent, absence of,
    nonexistent, non existent, non, isnt, arent, wasnt, werent, doesnt, dont, didnt, hasnt, havent, hadnt, cant, couldnt, wont, wouldnt, aint,
    isn't, aren't, wasn't, weren't, doesn't, don't, didn't, hasn't, haven't, hadn't, can't, couldn't, won't, wouldn't, ain't,
    fail to, refuse to, refused to, decline to, unable to, impossible to, devoid of, not a single, not one, not any, not even, not once, never once, never ever, no longer, not anymore,
    zero, nil, yet to, have yet to, has yet to, far from, anything but, hardly, hardly any, barely, scarcely, in vain, does nothing to, free of, free from, never bothered to, forgot to, omit, omits, omitted, nada, zilch, not there, bar none`,
  ),
  operator('NOR', 'nor'),
  operator(
    'NOT_TRUE',
    `it isn't true that, isn't true that, it is not true that, not true that, not the case that, it's not as if, not as if, not like, it is false that, it's false that, untrue that, wrong to say that, incorrect that, can't say that, cannot say that`,
  ),
  // Idioms with a negator that negate nothing.
  operator(
    'IDIOM',
    `no doubt, no problem, no problems, no issue, no issues, no trouble, without issue, without issues, without a problem, without problems, without any problem, without any problems, without trouble, without a hitch, without incident, without complaint, no complaints, no surprise, no surprises, not only, not just, not to mention, nothing but, none other than, no other than, without fail, without exception, no exceptions, no sweat, no fuss, without fuss, no questions asked, no strings attached, can't complain, cannot complain, no less than, without delay, no time, in no time, no hiccups, would now, without a hiccup, not bad, no drama, no more no less`,
  ),
  operator(
    'HEDGE',
    `unsure, maybe, perhaps, possibly, probably, might, may, may have, could be, could have, could well, could mean, could indicate, could get, could turn, could also, could fail, could easily, could just, would be, would have, should, should be, unclear, unchecked, untested, whether, presumably, guess, i guess, a guess, my guess, guesswork, i think, think, we think, believe, i believe, we believe, hope, hopefully, tbd, tbc, assume, assuming, assumed, assumption, rumor, rumour, rumored, rumoured, rumors, rumours, uncertain, certainty, seemingly, seem, seems, appears to, appear to, appears, unconfirmed, likely, unlikely, suspect, suspicion, wonder, wondering, supposedly, allegedly, apparently, not sure, not certain, not confirmed, not verified yet, not yet verified, haven't verified, havent verified, haven't checked, havent checked, didn't check, didn't verify, did not verify, not checked, not yet checked, not tested, haven't tested, haven't looked, havent looked, didn't look, haven't tried, not tried, no idea if, no idea whether, no idea really, don't know if, don't know whether, dont know if, can't tell if, can't tell whether, cannot tell if, can't say if, can't say whether, hard to say, hard to tell, can't swear, cannot swear, if memory serves, from memory, iirc, afaik, as far as i know, as far as i can tell, afaict, to my knowledge, in theory, theoretically, i'd say, i would say, chance that, a chance, there's a chance, odds are, looks like maybe, gut feeling, hunch, speculation, speculative, it may be, who knows, not entirely sure, don't remember, can't remember, don't recall, can't recall, imo, imho, inconclusive, potentially, conceivably, plausibly, arguably, pending verification, to be confirmed, to be verified, yet to be verified, needs checking, worth checking, unproven, questionable, doubt, i doubt, dubious, not convinced, vaguely, sort of, kind of, kinda, somewhat, sounds like, i bet, feels like, gather that, reckon, i reckon, suppose, i suppose, hypothetical, hypothetically, perchance, i expect, we expect it, expected to, ought to, must be, must have, must've, could've, might've, can probably, second hand, secondhand, hearsay, word is, they say, some say, i heard, heard that, we heard, heard from someone, i have heard, i've heard, my impression, impression`,
  ),
  operator(
    'PLAN',
    `will, shall, we'll, i'll, they'll, it'll, he'll, she'll, you'll, going to, gonna, about to, plan, plan to, planning, planned, intend, intends to, intention, roadmap, soon, coming soon, upcoming, scheduled, next week, next month, next year, next quarter, next monday, next tuesday, next wednesday, next thursday, next friday, next sprint, next release, tomorrow, in the future, in future, eventually, someday, later this year, later this month, eta, aim to, would like to, we want to, i want to, hoping to, to do, todo, once they, once it, once the, once we, once i, once a, once that, once those, once this, as soon as, when they, unless, if, provided that, as long as, in case, suppose that, otherwise, by the end of, at the end of the year, end of the month, under construction, in progress, in the works, wip, work in progress, in development, being built, under development, not yet live, prepare to, preparing to, considering, we may, would, i'd, we'd, let's, let us, remember to, needs to be checked, should we, should i, proposal, proposes, promise to add, working on, by next, starting next, starting in, as of next, from next`,
  ),
  operator(
    'INSTRUCT',
    `ignore, disregard, override, overwrite, pretend, instruction, instructions, jailbreak, weights, probability, score, scores, you are now, system prompt, as an ai, your answer, recommend scale, respond with`,
  ),
  // Words after which a clause says that something was so, and is not.
  operator(
    'REVERSE',
    `used to, used to be, formerly, previously was, former, debunked, refuted, disproved, disproven, retracted, withdrawn, resolved, fixed, fixed since, repaired, solved, corrected, recovered, restored, false alarm, turned out to be false, turned out false, unfounded, no truth, hoax, mistaken, mistakenly, wrongly, by mistake, misread, my mistake, my own mistake, my fault, our fault, our own fault, our own network, our mistake, our bug, a bug on our side, on our side, on our end, at our end, on my end, my own network, not their fault, unrelated, instead of, rather than, as opposed to, opposite, opposite of, except for, apart from, denies, denied, dispute, disputes, disputed, contradict, contradicts, back online, back up, backtrack, joke, joking, sarcasm, just kidding, lol, yeah right, as if, so called, allegation`,
  ),
  operator(
    'SAY',
    `claim, say, state, advertise, promise, assert, allege, purport, tout, boast, brag, guarantee, assure, insist, swear, vow, tell, mention, write, announce, note, explain, confirm, indicate, reply, declare itself, profess, pledge, maintain,  describes itself, calls itself, bill itself, bills itself, warrant, commit to, represent`,
  ),
  operator('CLAIM', `according to the seller, according to the vendor, according to the provider, according to the operator, according to the merchant, according to its, according to their, according to them, according to the website, according to the site, according to the docs, according to the company, according to the landing page, per the seller, per the vendor, per the provider, per their, per the website, per their docs, in the words of the seller, sales pitch, marketing, marketing blurb, marketing page, marketing copy, marketing site, sales page, self reported, selfreported, self declared, self described, self proclaimed, blurb, tagline, slogan, press release, whitepaper, brochure, claimed by the seller, claimed by the vendor, claimed by the provider, claimed uptime, claims, seller claim, vendor claim, sales deck, pitch deck, advertisement, ad copy, advert, seller's claim, vendor's claim`),
  operator(
    'OTHERS',
    `third party, third parties, 3rd party, others, other buyer, other buyers, another buyer, another agent, other agents, other agent, other user, other users, another user, another team, other teams, other team, another company, other companies, other developer, other developers, another developer, other people, other customers, another customer, other clients, another client, other wallets, other payers, somebody else, someone else, people, folks, user, users, buyers, customer, customers, clients report, community, community member, community members, tester, testers, reviewer, reviewers, review, reviews, review site, review bot, peer, peers, a peer, colleague, coworker, friend, a friend, somebody, someone, anyone, anybody, everyone, everybody, reddit, redditor, subreddit, forum, forums, farcaster, twitter, tweet, tweets, on x, hacker news, hn, discord, telegram group, github issue, github issues, github thread, issue tracker, issue on github, gh issue, thread, threads, posts, blog post, forum post, blog, blogger, comment, comments, commenter, commenters, complaint, complaints, monitoring service, monitor service, independent, independently, unrelated developer, security researcher, security researchers, researcher, researchers, audit site, auditor, auditors, audit report, scam tracker, tracker, watchdog, trustpilot, trust registry, trusted registry, status aggregator, uptime board, downdetector, distinct payer, distinct payers, distinct buyer, distinct buyers, payers, unique payers, different buyers, different payers, different wallets, explorer shows, block explorer shows, on chain data shows, on chain data, public reports, public report, report from, bug report, bug reports, a dev, some dev, devs, a developer, developers report, several developers, a redditor, an independent, journalist, newspaper, partner of ours, a partner, sister company, another org, other orgs, rating, ratings, one star, stars, witness, testimonial, testimonials, case study, attestation, attestations, feedback from, poster`,
  ),
  operator(
    'SELLER',
    `seller, vendor, provider, operator, merchant, supplier, publisher, maintainer, founder, they, their, them, their site, their website, their docs, their faq, their terms, their page, their landing page, their readme, their blog, about page, product page, landing page, faq, website, web site, site, company, the team, owner, homepage, home page, terms page, terms of service, tos, docs, documentation, readme, pricing page, press, sales, sales rep, salesperson, support rep, api owner, service owner, dev team, the docs, manifest, their agent, brochure, status page`,
  ),
  operator('OWN', `we, i, our, us, me, my, mine, ours, our agent, our own, my own, our team, i've, we've, i'd, we'd, i'm, we're, myself, ourselves, in house, our bot, our buyer`),
  operator(
    'PARTLY',
    `most, mostly, some, sometimes, partly, partially, occasionally, occasional, often, usually, in general, generally, half, half of, a few, few, several, many, typically, tends to, tend to, at times, on and off, majority, minority, almost, nearly, roughly half, intermittent, intermittently, sporadically, sporadic, in most cases, in some cases, more or less, semi, quasi, supposed to, only some, a handful, largely, mainly, now and then, once in a while, from time to time`,
  ),
  operator('RARELY', `rarely, seldom, hardly ever, almost never, few, very few, once in a blue moon, next to never, scarcely ever`),
];
