/**
 * The 3,000 commonest words of leaked passwords, the commonest first: what is left of each password of the list below
 * without the digits and signs around it, 4 to 14 letters. The rules of src/domain/people/common-passwords.ts add what people
 * append and replace.
 *
 * From passwords.json of @zxcvbn-ts/language-common 4.1.3 (https://github.com/zxcvbn-ts/zxcvbn), MIT license:
 * Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.
 * Copyright (c) 2021 @zxcvbn-ts
 *
 * Permission is hereby granted, free of charge, to any person obtaining
 * a copy of this software and associated documentation files (the
 * "Software"), to deal in the Software without restriction, including
 * without limitation the rights to use, copy, modify, merge, publish,
 * distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so, subject to
 * the following conditions:
 *
 * The above copyright notice and this permission notice shall be
 * included in all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
 * EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
 * MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
 * LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION
 * OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
 * WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
export const LEAKED_WORDS: ReadonlySet<string> = new Set(
  `
  password qwerty dragon baseball football monkey letmein shadow master michael mustang qwertyuiop pussy superman
  fuckyou jordan qazwsx jennifer killer trustno hunter harley zxcvbnm asdfgh buster andrew batman soccer tigger
  charlie robert sunshine thomas iloveyou fuckme ranger daniel hockey george computer michelle jessica starwars
  asshole pepper klaster zxcvbn freedom princess joshua maggie pass ginger fuck amanda ashley love cheese nicole
  summer matthew chelsea dallas biteme matrix william yankees taylor corvette austin access martin heather thunder
  merlin secret diamond hello anthony hammer fucker qwer silver gfhjkm justin patrick richard bailey internet samantha
  golfer scooter test orange cookie maverick jackson sparky mickey phoenix bigdog snoopy guitar whatever chicken
  morgan andrea camaro mercedes peanut ferrari cowboy falcon welcome samsung sexy steelers joseph smokey dakota
  melissa arsenal boomer eagles tigers marina nascar booboo gateway porsche yellow monster spider diablo hannah
  bulldog junior london purple compaq lakers iceman hardcore cowboys money banana boston brandon tennis johnny miller
  coffee scooby edward nikita mother yamaha brandy barney chester fuckoff oliver charles player knight forever steven
  rangers midnight chicago bigdaddy redsox victoria badboy angel please fender chris jasper james slayer rabbit
  natasha rachel bigdick marine wizard marlboro raiders prince casper fishing flower crystal jasmine panties iwantu
  adidas winner winter gandalf enter ghbdtn angela mike golden lauren cocacola winston madison angels blowme panther
  sexsex bigtits spanky bitch shannon sophie johnson asdfasdf david horny toyota tiger murphy dick canada danielle
  blowjob jonathan liverpoo muffin cooper apples jackie dennis black john abcd sandra pokemon slipknot carlos qazxsw
  scorpion qwaszx nathan butter startrek rainbow asdfghjkl razz redskins newyork gemini cameron qazwsxedc florida
  liverpool turtle nicholas viking booger wilson sierra butthead doctor rocket victor dolphins captain bandit jaguar
  packers pookie peaches asdf blue dolphin helpme tucker theman tiffany maxwell jeremy qwertyui shithead debbie albert
  maddog lovers monica alex united giants nirvana metallic hotdog rosebud mountain benjamin warrior stupid elephant
  suckit success bond jackass bonnie alexis porn lucky jason scorpio samson rush azerty freddy driver willie calvin
  sydney gators dexter bubba creative golf voodoo happy arthur trouble america nissan gunner rebecca stella garfield
  gordon jessie bullshit parker asdfghjk fucking apollo jack eminem december legend airborne beavis august bear apple
  brooklyn godzilla skippy buddy qwert kitten magic shelby beaver phantom fred nothing asdasd williams xavier braves
  darkness blink travis copper tomcat platinum qweqwe girls bigboy green power animal police online voyager lifehack
  fish sniper trinity walter blazer heaven lover snowball playboy bubbles loveme hooters cricket marvin willow donkey
  topgun nintendo saturn family november gabriel destiny pakistan pumpkin digital sergey chance explorer redwings
  private therock runner tits lasvegas guinness beatles fire cassie christin celtic broncos andrey babygirl nelson
  donald scott eclipse cartman fluffy louise michigan testing carolina little samuel alexande birdie steve cherry
  pantera sharon gibson vampire mexico dickhead peter buffalo montana genius beer flyers maximus school minecraft
  lovely stalker metallica doggie carter kristina kimberly spencer speedy barbara snickers sabrina carmen marcus
  bronco yankee friends paradise dreams magnum horses cool caroline lacrosse goober member qwertyu enigma scotty
  pimpin bollocks brian cock surfer sammy genesis poohbear dave star qweasdzxc baby racing friend hawaii eagle billy
  viper october vanessa poopoo einstein boobies stanley walker bitches paul drowssap stephen courtney simple alaska
  badger action jake bill denise jester spitfire drummer forest patricia maryjane champion diesel svetlana rock friday
  kevin mark gregory pamela frank hotrod chevy anderson douglas westside security google badass shorty tester thumper
  hitman mozart general reddog boobs music lizard alexander melanie ruslan vincent sweet teresa scarface marshall
  olivia veronica porno buddha spirit frankie stargate antonio liberty natalie mercury naruto suzuki semperfi king
  popcorn spooky marley system brittany claudia kelly scotland free kitty cherokee vikings simpsons death leslie
  rascal qweasd jimmy loveyou hummer allison rocky patches russia adrian jupiter penguin cumshot howard passion honda
  vfhbyf andre vladimir franklin sandman infinity homer bastard raider passport assman sucker fantasy bulldogs horney
  domino budlight ironman disney norman usuckballz softball bishop francis brutus ford redrum brooke bigred jeffrey
  jesus fktrcfylh karina marines kawasaki digger ireland oksana fireman cougar college shit alicia russell houston
  monday bradley cunt sarah nigger justice super wildcats tinker duncan dancer logitech avalon swordfis everton reggie
  motorola alexandr molly timothy hentai claire patriots madonna colorado eugene ducati kermit juventus indian connor
  galore freeuser smooth house titanic boogie simpson warcraft wolverin elizabet arizona saints valentin georgia asdfg
  accord matt baxter denver mitchell christ yfnfif slut smith stinky zachary roland naughty spiderma chopper brenda
  extreme virginia water skyline poop zombie pearljam froggy pirate fylhtq vision awesome alyssa dreamer predator
  bullet empire wolf kirill people penis elvis panthers skipper nemesis peekaboo rasdzv simon alison rolltide american
  cardinal arnold chevelle daddy psycho danger mookie wanker manutd tommy hobbes vegeta goblue burton fyfcnfcbz picard
  bobby windows loverboy lovelove vfrcbv victory bambam turkey serega tweety hiphop galina changeme rooster polina
  berlin suckme taurus electric ronald avatar mine raptor alpha maksim spring brazil eric bigcock newport hard kenneth
  hendrix madmax england sublime britney france darkside bigman hercules lawrence wolfpack classic lincoln ronaldo
  spiderman blizzard cheyenne wombat cjkysirj raymond brother kristen pandora devils simone holiday wildcat horse
  kramer sterling caesar alabama carrie bondage basketball sports pussycat pickle catch leather shaggy chronic flowers
  robbie admin gracie amber freepass airplane perfect kodiak billybob katana sunset crazy good stingray maria anna
  snowman phpbb chocolat zeppelin garcia detroit wolves pontiac candy firebird vagina gundam panzer outlaw time pretty
  fisher connie honey business trevor redhead hardon greenday tarheels nastya hellfire cobra engineer savage service
  serenity sasha michele dude lickme fireball white remember darkstar miranda flash harvey oscar strike freddie
  pavilion beauty bobafett adam dbrnjhbz jeff bigmac duke clinton bowling jenny natali future harrison jones wallace
  swimming apache rulez pyramid dodgers girl whynot fuckit defender teens morris trooper cancer precious packard
  lucifer popeye weasel raven icecream stewart tanner swordfish blonde sandy presario rockstar viktor manager cheryl
  norton control wutang airforce julian atlanta pimp spike thailand looking casino paris mouse lennon bluebird theone
  hawkeye hacker lisa dustin elaine nfnmzyf sailor catfish goldfish maxima tattoo barbie light design pervert machine
  herman wrangler rocks trucks nipples roscoe tornado jerry lights bubble cadillac madman orlando pegasus target
  longhorn laura philip browns eatme stefan cannon dilbert baller microsoft winnie christia katie shooter xfiles
  qazqaz lesbian street seattle corona amateur cthutq prelude beach malibu freaky assassin integra atlantis pussies
  dragons iloveu unicorn lonewolf regina stealth kristin tony peewee openup bobcat stacey software newton leonardo
  student srinivas angelina young enjoy valentina trigger zaqwsx lolita athena shotgun coyote bruins veronika dollar
  country joker babydoll lestat wordpass hottie smiley potter random sweety butterfly woody chipper snake samurai
  video gizmo maddie devildog valerie mistress flipper express powers cessna teacher goldie moose polaris piglet
  cookies elena montreal hjvfirf ladies wolfgang fatboy scully father single wicked daisy fetish foobar castle tickle
  bunny pepsi balls transam dfvgbh oicu impala sunday booty hotstuff ronnie jasmin ryan gambit toshiba basketba lancer
  birthday texas stephani hooker knicks roberto stinger testtest kathleen savannah shamrock benson squirt deftones
  trucker nick redneck goldberg alfred blaster siemens shelly renegade manson subaru ibanez blondie hamilton casey
  swinger reaper cristina minnie mylove harry galaxy lindsay dudley farmer gloria special blahblah enterpri travel
  babylon bigone sweetpea sugar smoke skeeter fucked indiana great ficken trfnthbyf freeman curtis smitty marino
  joanne bigfoot escort babes check larisa trumpet tristan spartan asdfghj sister valera stormy paladin andreas
  cavalier marathon hamlet aardvark butterfl bigboobs mister manchester rusty napoleon seven indigo hornet skater
  jerome pierre wonder toronto rose indians karate buckeyes julie hesoyam fredfred charger highland sweetie holland
  chiefs diamonds buckeye aurora hotsex campbell griffin brandi redman passwor chandler drpepper monika maiden
  elizabeth leonard bernie brown pornstar garden storm autumn linda thuglife millie jungle pencil tomtom insane pizza
  timber sherlock mariah audrey hamster aragorn pioneer techno catdog lollol triumph sidney fktrctq none sophia
  morpheus island wetpussy hobbit blabla erotic aaron pascal sampson consumer justme marion stones chrissy tyler
  nadine marie goforit burger pitbull kelsey adgjmptw spartak german karen kissme hunting kaiser martha colors artist
  harold bass italia sammie barcelona mario nicolas virgin pebbles sundance isabella overlord emerald callie doggy
  irina racecar isabelle germany goddess change wesley nipple basket joejoe holly poison zipper alpine shirley element
  huskers marcel eddie danny christy pussys sakura chichi inside ultimate dirty nicola blackie omega watson rommel
  geronimo nikki caserta trojan philips sergio nugget tarzan bassman warren trixie chicks aleksandr cream webster help
  sherry manuel portugal dodger anakin bobbob bomber michel madness superfly loser florence yvonne fatcat global
  ybrbnf energy desire wrinkle soldier bianca sexual warlock martina babe andrei larry seminole peace alejandr westham
  concrete harris margaret hector christop naked ladybug network bernard weed tintin qazxswedc trombone chuck pleasure
  rhbcnbyf home history bluesky sherman logan january onelove cotton christian cdtnkfyf sunny archie holden whore
  brianna vfvjxrf titans stallion lindsey singer truck smile party missy hansolo angelo joanna natalia beagle phillip
  panama smiles juice qawsed inferno moon mongoose connect kingkong snatch flatron bluemoon turbo rocker personal
  emily blessed snakes dominic joey forget finger beetle jamaica alberto mulder jamie susan immortal head passat
  plastic dietcoke spunky suck long whiskey monitor giovanni cactus ripper spyder markus planet teen patton exigen
  sticky waters sluts nolimit daniela hollywoo abigail morrison katrina trunks andy assass always diana deedee
  clifford april speed japan mission pickles million sailing freak holmes bonehead fernando ghbdtnbr charlott delta
  yomama darren rubber newman faster cumming bertha memphis sylvia open ilovesex maurice hongkong olga jumper unreal
  geheim rodney nylons sebastia pentium legion shalom kennedy brooks movie dodge dream graham sprite curious pacific
  loulou funtime philly ferret niners orion werewolf milton cantona kingdom stars africa office boeing gilbert abgrtyu
  pirates sheila french sweets cooldude palmer eternity lollipop tottenha stocking monique anything foster irish
  jackoff biscuit drizzt camera columbia fossil moomoo makaveli tracey colt robinson isabel martini salmon shasta
  jersey verbatim maniac snapper satan nasty solomon patriot jacob standard shaved blackcat asdzxc punkrock raistlin
  infantry dillon gerald twister ricardo waterloo cjkywt clayton crimson serena oxford maxmax denis flight condor
  seinfeld silvia biggie maxine musicman ravens teddy colleen bruce wolfman sharks megadeth cosmos velvet butt keeper
  foxtrot garrett damien anton sesame skywalke banshee cats squirrel wolverine dogs sunrise rick ghost western grendel
  sucks roxanne privet legolas frog felix marlin stone herbert lvbnhbq qazwsxed carrot blades frosty stardust helena
  brownie groovy penny butler coolio twilight daytona licker peanuts intrepid pikachu trains mollie vanhalen jericho
  hershey strider lobster punisher grace bird bottom ninja murray kansas shogun goblin search neptune ball showtime
  darwin amadeus suzanne fuckfuck oldman bruno showme henry getsome muscle obiwan support rfrfirf skittles ekaterina
  gold whitney shark maestro anal danni tanker english tarheel fighter thanks hannibal capital newlife anubis gothic
  chaos blues cindy sabine roman preston princes brendan slick evelyn python richie tequila boss cody devil clover
  delete mirage blood surfing bentley portland potato baggins review porter chubby panasonic sandiego sooners buffy
  buck tina derrick penelope blackdog harmony fusion dima mature malcolm allen mary buttons californ safety playtime
  dagger moscow swallow warriors byteme stimpy gangster lucas christine turner iverson lester chargers liquid mushroom
  cracker dingdong misty nymets robin bigguy mobile tazman greg nimrod newpass miami crusader bugger stranger dkflbvbh
  anastasia marco volume masters monroe miguel doodle collins powder archer gotcha battle dublin slapshot guardian
  janice charly septembe photos knights short angelica nookie milano scarlett stuart damian grizzly camille scruffy
  brasil latino kittycat poopie munchkin lorenzo rammstein bananas barcelon santiago thegame hell world gerard picasso
  walnut kolobok blackman wisdom trance starcraft parrot quality blade pink auburn goodluck eatshit dorothy dusty
  engine coltrane gorilla wheels katerina tamara postal luther carlo cassidy discover oakland spanking osiris dumbass
  shaney lonestar ping bridge bingo bender annie stonecol dookie meridian sally megaman racerx rjntyjr sirius firefly
  julia alexandra madrid terry griffey women phoebe weezer beautiful violet ledzep lowrider randy gangsta ghjcnj
  paradox tacobell loving catalina vertigo halflife carson sergei shiloh johnjohn sobaka buffett aliens sadie chucky
  bonjour kangaroo jazz josh thompson sinner socrates keyboard stevie jeep trebor finish dark luke sprint shazam lady
  national celica scarlet formula hoover sommer frances hotboy cynthia qwerasdf penguins rebels fuckface elwood melvin
  vacation kiss ragnarok bollox lexmark mailcreated lorraine claude rockon duck dodgeram tacoma romeo wookie prodigy
  tempest vfhecz flames sebastian colombia bang kitkat oblivion mystery sithlord server molson mustangs incubus smoker
  window scoobydo rescue bigballs zxcv carpet titleist richmond director lawyer megan juan magnolia celeste melinda
  lucy wright jimbob golfing kenny roger bobbie xanadu tardis blueeyes hearts dixie pooper shaman mersedes springer
  imagine janine kenwood dogg garbage martinez topper roberts lizzie ashton elliott oracle sheena chloe nuttertools
  mallard analsex shemale mikey asterix faith monkeys imperial jimbo cooler grateful gillian peterpan kingston yourmom
  sleepy gremlin printer hudson stud freckles birdman aussie esther defiant margarita deadhead polo anime tatyana
  jackal frogger bridget wayne research tobias mariners rootbeer blondes donnie katrin weather aspirine frederic
  parola photo children account israel stephanie shaolin noodles celine willy willis forgot hallo mandy rogers palace
  santos ohyeah magnus laurie creampie amazon kisses queen ludwig fatass plymouth justdoit assfuck nellie putter
  broken nopass letsgo bryan bones tatiana camel champs lightnin massive camelot bosco deanna gizmodo spidey caliente
  aezakmi goodtime mypass roller catherin active pooh payton lonely redalert brucelee smokin porkchop astros aquarius
  thankyou atomic fletcher shopping mason marian vanilla unknown sapphire temple marvel beckham qazwsxedcrfv kaktus
  myself sooner blacky hastings blackjac aggies scream picture judith iforgot kasper cxfcnmt bangkok shitty spectrum
  eduard vader jammer painter primus veritas ernest kristi chevrole amsterdam slappy valley pete hitler clancy spankme
  granny avenger rosemary husker candyman beatrice scrappy simba falcons dylan front harder atlantic labrador smudge
  syracuse southern melody timmy elijah center darling throat stuff fatman krishna sanchez pancho gator pacman
  commando vulcan bush clitoris lemons alice boner keith odessa barkley monopoly method kelley sara punkin pineappl
  celtics lesbians space gangbang bennett area lick flyboy hamburg asian carol spartans tricky romashka snuggles boat
  infiniti anders billie life drago blake hermes jesse goose jeremiah vivian annette homerun dead forrest carolyn
  topcat hayden cosworth vectra grover goodbye charlotte cuddles bossman horndog doberman gary telefon dawg qawsedrf
  ivanov durango peugeot franco kyle plumber bell rbhbkk pauline exigent laguna emmanuel webmaster bowler leopard
  strong theking redbull alan pics beast viktoria breeze topdog starbuck dance dalton fuckers hungry beefcake reality
  gjkbyf speaker shelley godsmack clarence writer loveit kingpin nokia valhalla night starfish anarchy herbie blacks
  content sailboat desert fitness brando bohica achilles tractor drake bull hidden kicker labtec napass bart amelia
  tuesday frontier swingers caitlin muppet terror legacy farside terminator bella matilda kentucky doughboy ramona
  butthole phillies jrcfyf camels dannyboy oakley nebraska latin double qwertyuio sabbath chang pinkfloy homers
  striker looker fallen maryland luckydog azamat september iguana oklahoma moloko agent vfrcbvrf javier vette daniil
  command rhonda studio pistol miles skiing franky stoner conrad select tanya houses boris puppy elliot charmed vladik
  nathalie whocares maynard vkontakte ihateyou puppies zidane eileen dilligaf crash mandingo moneys tyrone funny
  nevada kotenok mystic california budman church carlton rafael technics bone stick golfball rookie panda laptop today
  jennie triton river trojans bunghole zvezda hurrican central stripper dale filter jethro snow gustav ivan escape
  hawk igor aberdeen shane lespaul rfnthbyf enterprise butch dthjybrf cutter splash handsome oilers randall cash
  nofear cupcake excalibu momoney gbpltw bigger belinda svetik possum metal moocow brothers bethany keystone babyboy
  flamingo firefox bogdan ccbill passwort soleil lancelot vipers marilyn tdutybq juliet leader madden russian
  australia sabina chase coolman babies skinny zaphod kamikaze verona bacon noodle rebel doobie designer deadman
  attack vortex killme dogman gopher somethin danila reagan cancel torres freaks azsxdc sassy donna dracula play
  poncho bearbear boots engage deskjet bradford hammers deeznuts warhammer tight justine ralph fabian lewis blueblue
  marissa oregon bubbas sinatra hilton meatball mailman dawson columbus manchest cthulhu macdaddy mighty michaela
  grandma ready sterlin cartoon summit sentinel tolkien bicycle blow beverly breast lickit kathy meghan universe
  capone jenna julius wendy bryant truelove helen nancy eatpussy hailey chair bowser kathryn sexygirl fernand eleven
  rockets billyboy military demon davis jamesbon iloveyo traffic saint redhot microsof sonic miracle microlab gofish
  pantyhos pilot lifetime rugby mayday aikido nina conner cutlass tree thekid theodore titties sweden function polska
  danie gang market scotch lansing elvira bloody sexx hustler anfield coke smut catman bonita tracy sony fast cheers
  tinman airbus peters china azsxdcfv santana hayley station gabrie scottie orioles charlton saun fortuna dfkthbz
  rustam warlord retard fatima ultima kong bigmoney rotten betty grumpy oranges superstar fordf asdfjkl boxing xtreme
  denali selena zxcasd huskies terminal wilbur kristy wildfire vladislav bikini thor hollywood mayhem sultan gretchen
  figaro sixers sparta saratoga running cloud models mojo greenbay cancun marlene trinidad tammy chewie hope number
  feet crunch bigbird mellon bigtime fashion piccolo fabie rjirfrgbde rovers meatloaf hyperion sandro rightnow jarhead
  armani treasure miriam hansen natural lisalisa sport bizkit maradona sayang charli rfhbyf utopia anaconda japanese
  camilla coconut govols emerson memory catherine jedi cosmo cruise giant ricky dragoon woofwoof giorgi packer
  poontang illini christopher davids zaqxsw pedro sticks revenge exodus reebok chanel albatros cabbage goku wally
  beaner quincy greens tomato toby chief richards adriana kenworth deborah down cooter dinosaur holyshit eeyore movies
  dana lionking creamy adult poodle tsunami happyday knopka bogart corrado volley chickens orgasm whisper flying first
  chocolate walleye hopper sean twisted chaser memorex ericsson jensen positive crazybab science frisco dong jose
  zorro romance sherwood shania rereirf sausage milana tasha vfvekz profit zenith fugazi junebug clemson polniypizdec
  tootsie fktrcfylhf comics zxcasdqwe vfczyz werner aspire hardrock condom cocks rachael gringo anhyeuem madeline rich
  becky canon february alien harper stocks marcos clapton roberta coleman applepie skywalker fubar theresa koshka
  tundra vitalik arjay gmoney bigsexy ingrid pillow fingers samiam dean davidson skorpion candle nobody hellyeah
  better australi drew rockhard boob easy bears sparkle johanna everest rfrnec hedgehog wolfie surf fart yosemite
  marisa voyeur baddog brad jazzman dicks tool temp cheetah slacker steele mikemike wood pooppoop barsik valeria
  deniska fright karolina kirsten vfksirf kume kenshin bootie cyclone starship monty balloon maxell dildo rupert
  milena bonsai lion salvador greatone vernon cent slider lillian admiral cecilia stolen albion boys midget fuckin
  freeporn nikola hithere damnit dinamo francois cheng calico duchess scratch powell stefano fortune nyjets artemis
  robotech roadkill backdoor rastaman fiesta felicia alliance fletch jerkoff killbill goliath cinnamon rambler malaka
  tekken carrera bangbang jeanette marc fritz ramses operator shado duster spank wibble alibaba mechanic keywest sword
  amsterda bristol pingpong rasputin marianne hooter tara rctybz sanders faggot krista presto majestic nguyen fowler
  passwords buttman spurs carl pompey trident viagra kipper kingfish
  `
    .trim()
    .split(/\s+/),
);
