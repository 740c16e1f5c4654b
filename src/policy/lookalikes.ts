/** Letters of other scripts that are drawn like Latin ones, as pairs `foreign latin` (after Unicode TR39, trimmed). */
const PAIRS =
  'аa вb еe ѕs іi јj оo рp сc уy хx һh ԁd ԛq ԝw ӏl гr пn кk мm тt нh ьb ѵv ґr ёe єe зz иu лn яr ' +
  'АA ВB ЕE ЅS ІI ЈJ ОO РP СC УY ХX НH КK МM ТT ԌG Ԝw ЗZ ҮY ҺH ' +
  'αa βb γy δd εe ζz ηn θo ιi κk λl μu νv ξx οo πn ρp σo ςs τt υu χx ωw ϲc ϳj ' +
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ' +
  'ɑa ɡg ıi ɩi ʏy ʋv ɪi ʟl ɴn ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ᴊj ᴋk ᴍm ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ᴢz ' +
  'օo սu ոn հh ցg ɐa ƖI ƅb ƨs ƽs ǀl ⅼl ℓl Ꭺa Ꭼe Ꮪs Ꮯc Ꮲp Ꭲt Ꮃw Ꮤw øo đd łl ŧt ħh';

export const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  PAIRS.split(' ').map((pair) => [String.fromCodePoint(pair.codePointAt(0)!), pair.slice(-1)]),
);

/** First code point of each run of ten decimal digits outside ASCII that people type (Unicode category Nd). */
export const DIGIT_ZEROES: readonly number[] = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0x1810, 0x1946, 0x1a80, 0x1b50, 0xa8d0, 0xa900, 0xaa50, 0xabf0,
];
