"""The fans of Chinese Official Mahjong (国标麻将): what each is called, is worth, and makes needless.

`FAN_ROWS` has one row a fan, from the most points to the least: the 81 of the rules by their numbers, and
the mixed kongs, number 82 here, which a later addition puts at 5 points; `FANS` has them by number. Their
names and points are those of the 1998 rules, their English names those of the 2006 ones.

A hand counts every fan it has but those that another of its fans makes needless, the *excludes* of its row:
nobody says of a hand all of one suit that it has no honours too. Going through the rows from first to last
is enough, because a fan excludes later rows only; **an excluded fan excludes nothing**. So Four Concealed
Pungs takes away Fully Concealed Hand before that can take away Self-Drawn, which counts.

Three things are not said here, because they are about single sets and not about the whole hand:

* which combinations of sets count together (no set may be combined twice with the same partners), so Pure
  Straight excludes no Short Straight: the fourth chow may still make one;
* which pungs are spoken for: a wind of Big Three Winds is no Pung of Terminals or Honors as well;
* which fan of a family is meant: three kongs are not two, so one of the kong fans holds at most.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mjcore.words.frozen import FrozenMapping

#: Who says that a fan is not counted beside another.
SOURCES = {
    "98": "《中国麻将竞赛规则（试行）》, State General Administration of Sport, 1998, in the entry of the "
    "fan, to be found by its number",
    "S": "the list of 81 fans that most tables play by: 1998 without most of its remarks, and two rules "
    "added: a concealed and a melded kong are 5 points, and no wait fan counts where several tiles win",
    "P": "principle 1 of the rules, what a fan implies is not counted again, as it is practised "
    "(International Mahjong League, supplementary rules)",
}


def printed(*keys: str) -> dict[str, str]:
    """Fans that the 1998 rules name as not counted."""
    return dict.fromkeys(keys, "98")


def stated(*keys: str) -> dict[str, str]:
    """Fans that the list of 81 still names as not counted."""
    return dict.fromkeys(keys, "S")


def implied(*keys: str) -> dict[str, str]:
    """Fans that principle 1, as it is practised, does not count beside the fan."""
    return dict.fromkeys(keys, "P")


@dataclass(frozen=True)
class Fan:
    """One element of a winning hand.

    Parameters
    ----------
    key : str
        Its English name as an identifier.
    number : int
        1 to 81 as in the 1998 rules, 82 for the mixed kongs.
    points : int
    chinese, english : str
    meaning : str
        What makes it. A pung may be a kong wherever kongs are not named.
    excludes : mapping of str to str
        Keys of fans that are not counted beside it, and who says so: one of `SOURCES`, or under changed rules
        the option that says so.
    repeats : bool
        Whether a hand can count it several times.

    Examples
    --------
    >>> fan = FAN_BY_KEY["all_green"]
    >>> fan.number, fan.points, fan.chinese, dict(fan.excludes)
    (3, 88, '绿一色', {'half_flush': '98'})
    """

    key: str
    number: int
    points: int
    chinese: str
    english: str
    meaning: str
    excludes: Mapping[str, str] = field(default_factory=dict)
    repeats: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "excludes", FrozenMapping(self.excludes))

    def __str__(self) -> str:
        return f"{self.points} {self.english} {self.chinese} ({self.number}): {self.meaning}"


# What a hand that can only be concealed makes needless: neither of the two fans for a concealed hand counts.
_CONCEALED = {**printed("fully_concealed_hand"), **implied("concealed_hand")}

#: Every fan, the ones with most points first: the order in which they exclude.
FAN_ROWS: tuple[Fan, ...] = (
    Fan("big_four_winds", 1, 88, "大四喜", "Big Four Winds", "pungs of all four winds",
        printed("big_three_winds", "all_pungs", "prevalent_wind", "seat_wind")),
    Fan("big_three_dragons", 2, 88, "大三元", "Big Three Dragons", "pungs of all three dragons",
        printed("dragon_pung") | implied("two_dragon_pungs")),
    Fan("all_green", 3, 88, "绿一色", "All Green", "only 23468 of bamboo and the green dragon",
        printed("half_flush")),
    Fan("nine_gates", 4, 88, "九莲宝灯", "Nine Gates",
        "1112345678999 of one suit, nothing declared, and any tile of that suit",
        printed("full_flush") | implied("no_honors", "fully_concealed_hand", "concealed_hand")),
    Fan("four_kongs", 5, 88, "四杠", "Four Kongs", "four kongs",
        printed("three_kongs", "all_pungs", "two_concealed_kongs", "concealed_kong_and_melded_kong",
                "two_melded_kongs", "concealed_kong", "melded_kong") | implied("single_wait")),
    Fan("seven_shifted_pairs", 6, 88, "连七对", "Seven Shifted Pairs",
        "pairs of seven ranks in a row, one suit",
        printed("full_flush", "single_wait") | implied("seven_pairs", "no_honors") | _CONCEALED),
    Fan("thirteen_orphans", 7, 88, "十三幺", "Thirteen Orphans",
        "each of the 13 terminals and honours, one of them twice",
        printed("all_types", "single_wait") | implied("all_terminals_and_honors") | _CONCEALED),

    Fan("all_terminals", 8, 64, "清幺九", "All Terminals", "only terminals",
        printed("all_pungs", "double_pung", "no_honors")
        | implied("all_terminals_and_honors", "outside_hand", "pung_of_terminals_or_honors")),
    Fan("little_four_winds", 9, 64, "小四喜", "Little Four Winds",
        "pungs of three winds, a pair of the fourth",
        printed("big_three_winds")),
    Fan("little_three_dragons", 10, 64, "小三元", "Little Three Dragons",
        "pungs of two dragons, a pair of the third",
        printed("dragon_pung") | implied("two_dragon_pungs")),
    Fan("all_honors", 11, 64, "字一色", "All Honors", "only honours",
        printed("all_pungs")
        | implied("all_terminals_and_honors", "outside_hand", "pung_of_terminals_or_honors")),
    Fan("four_concealed_pungs", 12, 64, "四暗刻", "Four Concealed Pungs", "four concealed pungs",
        printed("all_pungs", "concealed_hand")
        | implied("three_concealed_pungs", "two_concealed_pungs", "fully_concealed_hand")),
    Fan("pure_terminal_chows", 13, 64, "一色双龙会", "Pure Terminal Chows",
        "123 and 789 twice each and a pair of 5, one suit",
        printed("seven_pairs", "full_flush", "all_chows")
        | implied("pure_double_chow", "two_terminal_chows", "no_honors")),

    Fan("quadruple_chow", 14, 48, "一色四同顺", "Quadruple Chow", "four equal chows",
        printed("pure_shifted_pungs", "tile_hog", "pure_double_chow") | implied("pure_triple_chow")),
    Fan("four_pure_shifted_pungs", 15, 48, "一色四节高", "Four Pure Shifted Pungs",
        "pungs of four ranks in a row, one suit",
        printed("pure_triple_chow", "all_pungs") | implied("pure_shifted_pungs")),

    Fan("four_pure_shifted_chows", 16, 32, "一色四步高", "Four Pure Shifted Chows",
        "four chows of one suit, each one rank above the last, or each two",
        implied("pure_shifted_chows", "short_straight", "two_terminal_chows")),
    Fan("three_kongs", 17, 32, "三杠", "Three Kongs", "three kongs",
        implied("two_concealed_kongs", "concealed_kong_and_melded_kong", "two_melded_kongs",
                "concealed_kong", "melded_kong")),
    Fan("all_terminals_and_honors", 18, 32, "混幺九", "All Terminals and Honors",
        "only terminals and honours, some of each",
        printed("all_pungs") | implied("outside_hand", "pung_of_terminals_or_honors")),

    Fan("seven_pairs", 19, 24, "七对", "Seven Pairs", "seven pairs; four equal tiles can be two of them",
        printed("single_wait") | _CONCEALED),
    Fan("greater_honors_and_knitted_tiles", 20, 24, "七星不靠", "Greater Honors and Knitted Tiles",
        "all seven honours, seven tiles of a knitted pattern (147, 258, 369 in three suits), all different",
        printed("all_types", "single_wait") | implied("lesser_honors_and_knitted_tiles") | _CONCEALED),
    Fan("all_even_pungs", 21, 24, "全双刻", "All Even Pungs", "four pungs and a pair of ranks 2, 4, 6, 8",
        printed("all_pungs", "all_simples") | implied("no_honors")),
    Fan("full_flush", 22, 24, "清一色", "Full Flush", "one suit, no honours",
        printed("no_honors")),
    Fan("pure_triple_chow", 23, 24, "一色三同顺", "Pure Triple Chow", "three equal chows",
        printed("pure_shifted_pungs")),
    Fan("pure_shifted_pungs", 24, 24, "一色三节高", "Pure Shifted Pungs",
        "pungs of three ranks in a row, one suit"),
    Fan("upper_tiles", 25, 24, "全大", "Upper Tiles", "only ranks 7, 8, 9",
        printed("no_honors") | implied("upper_four")),
    Fan("middle_tiles", 26, 24, "全中", "Middle Tiles", "only ranks 4, 5, 6",
        printed("all_simples") | implied("no_honors")),
    Fan("lower_tiles", 27, 24, "全小", "Lower Tiles", "only ranks 1, 2, 3",
        printed("no_honors") | implied("lower_four")),

    Fan("pure_straight", 28, 16, "清龙", "Pure Straight", "123, 456, 789 of one suit"),
    Fan("three_suited_terminal_chows", 29, 16, "三色双龙会", "Three-Suited Terminal Chows",
        "123 and 789 in two suits, a pair of 5 in the third",
        printed("all_chows", "mixed_double_chow", "two_terminal_chows", "no_honors")),
    Fan("pure_shifted_chows", 30, 16, "一色三步高", "Pure Shifted Chows",
        "three chows of one suit, each one rank above the last, or each two"),
    Fan("all_fives", 31, 16, "全带五", "All Fives", "a 5 in every set and in the pair",
        printed("all_simples") | implied("no_honors")),
    Fan("triple_pung", 32, 16, "三同刻", "Triple Pung", "pungs of one rank in all three suits"),
    Fan("three_concealed_pungs", 33, 16, "三暗刻", "Three Concealed Pungs", "three concealed pungs",
        implied("two_concealed_pungs")),

    Fan("lesser_honors_and_knitted_tiles", 34, 12, "全不靠", "Lesser Honors and Knitted Tiles",
        "five or six honours and nine or eight tiles of a knitted pattern, all different",
        printed("all_types", "single_wait") | _CONCEALED),
    Fan("knitted_straight", 35, 12, "组合龙", "Knitted Straight", "all nine tiles of a knitted pattern"),
    Fan("upper_four", 36, 12, "大于五", "Upper Four", "only ranks 6 to 9",
        printed("no_honors")),
    Fan("lower_four", 37, 12, "小于五", "Lower Four", "only ranks 1 to 4",
        printed("no_honors")),
    Fan("big_three_winds", 38, 12, "三风刻", "Big Three Winds", "pungs of three winds"),

    Fan("mixed_straight", 39, 8, "花龙", "Mixed Straight", "123, 456, 789, one in each suit"),
    Fan("reversible_tiles", 40, 8, "推不倒", "Reversible Tiles",
        "only tiles that look the same upside down: 1234589 dots, 245689 bamboo, the white dragon",
        printed("one_voided_suit")),
    Fan("mixed_triple_chow", 41, 8, "三色三同顺", "Mixed Triple Chow", "the same chow in all three suits"),
    Fan("mixed_shifted_pungs", 42, 8, "三色三节高", "Mixed Shifted Pungs",
        "pungs of three ranks in a row, one in each suit"),
    Fan("chicken_hand", 43, 8, "无番和", "Chicken Hand", "no other fan; flowers do not matter"),
    Fan("last_tile_draw", 44, 8, "妙手回春", "Last Tile Draw", "won by drawing the last tile of the wall",
        stated("self_drawn")),
    Fan("last_tile_claim", 45, 8, "海底捞月", "Last Tile Claim",
        "won on the discard after the last tile of the wall"),
    Fan("out_with_replacement_tile", 46, 8, "杠上开花", "Out with Replacement Tile",
        "won by drawing the tile that replaces a kong, with no flower in between",
        printed("self_drawn")),
    Fan("robbing_the_kong", 47, 8, "抢杠和", "Robbing the Kong",
        "won on the tile another player adds to a pung",
        stated("last_tile")),

    Fan("all_pungs", 48, 6, "碰碰和", "All Pungs", "four pungs"),
    Fan("half_flush", 49, 6, "混一色", "Half Flush", "one suit and honours"),
    Fan("mixed_shifted_chows", 50, 6, "三色三步高", "Mixed Shifted Chows",
        "three chows, one in each suit, each one rank above the last"),
    Fan("all_types", 51, 6, "五门齐", "All Types", "all three suits, winds and dragons"),
    Fan("melded_hand", 52, 6, "全求人", "Melded Hand", "four exposed sets, the pair won from another player",
        printed("single_wait")),
    Fan("two_concealed_kongs", 53, 6, "双暗杠", "Two Concealed Kongs", "two kongs, both concealed",
        implied("two_concealed_pungs", "concealed_kong")),
    Fan("two_dragon_pungs", 54, 6, "双箭刻", "Two Dragon Pungs", "pungs of two dragons",
        implied("dragon_pung")),

    Fan("concealed_kong_and_melded_kong", 82, 5, "明暗杠", "Concealed Kong and Melded Kong",
        "two kongs, one of them concealed",
        implied("concealed_kong", "melded_kong")),

    Fan("outside_hand", 55, 4, "全带幺", "Outside Hand", "a terminal or honour in every set and in the pair"),
    Fan("fully_concealed_hand", 56, 4, "不求人", "Fully Concealed Hand", "self-drawn with nothing exposed",
        implied("self_drawn")),
    Fan("two_melded_kongs", 57, 4, "双明杠", "Two Melded Kongs", "two kongs, both melded",
        implied("melded_kong")),
    Fan("last_tile", 58, 4, "和绝张", "Last Tile",
        "won on the fourth tile of a kind, when everybody sees the other three"),

    Fan("dragon_pung", 59, 2, "箭刻", "Dragon Pung", "a pung of a dragon", repeats=True),
    Fan("prevalent_wind", 60, 2, "圈风刻", "Prevalent Wind", "a pung of the wind of the round"),
    Fan("seat_wind", 61, 2, "门风刻", "Seat Wind", "a pung of the wind of one's seat"),
    Fan("concealed_hand", 62, 2, "门前清", "Concealed Hand", "won from another player with nothing exposed"),
    Fan("all_chows", 63, 2, "平和", "All Chows", "four chows and a pair that is no honour",
        implied("no_honors")),
    Fan("tile_hog", 64, 2, "四归一", "Tile Hog", "all four tiles of a kind, not as a kong", repeats=True),
    Fan("double_pung", 65, 2, "双同刻", "Double Pung", "pungs of one rank in two suits", repeats=True),
    Fan("two_concealed_pungs", 66, 2, "双暗刻", "Two Concealed Pungs", "two concealed pungs"),
    Fan("concealed_kong", 67, 2, "暗杠", "Concealed Kong", "one kong, concealed"),
    Fan("all_simples", 68, 2, "断幺", "All Simples", "no terminals and no honours",
        implied("no_honors")),

    Fan("pure_double_chow", 69, 1, "一般高", "Pure Double Chow", "two equal chows", repeats=True),
    Fan("mixed_double_chow", 70, 1, "喜相逢", "Mixed Double Chow", "the same chow in two suits",
        repeats=True),
    Fan("short_straight", 71, 1, "连六", "Short Straight", "two chows that follow each other, one suit",
        repeats=True),
    Fan("two_terminal_chows", 72, 1, "老少副", "Two Terminal Chows", "123 and 789 of one suit", repeats=True),
    Fan("pung_of_terminals_or_honors", 73, 1, "幺九刻", "Pung of Terminals or Honors",
        "a pung of a terminal or of a wind that counts for nothing else", repeats=True),
    Fan("melded_kong", 74, 1, "明杠", "Melded Kong", "one kong, melded"),
    Fan("one_voided_suit", 75, 1, "缺一门", "One Voided Suit", "exactly two suits"),
    Fan("no_honors", 76, 1, "无字", "No Honors", "no honours"),
    Fan("edge_wait", 77, 1, "边张", "Edge Wait",
        "won on the 3 of 12 or the 7 of 89, the only tile that wins"),
    Fan("closed_wait", 78, 1, "坎张", "Closed Wait", "won on the middle of a chow, the only tile that wins"),
    Fan("single_wait", 79, 1, "单钓将", "Single Wait", "won on the pair, the only tile that wins"),
    Fan("self_drawn", 80, 1, "自摸", "Self-Drawn", "won by one's own draw"),
    Fan("flower_tiles", 81, 1, "花牌", "Flower Tiles", "a flower; it does not help to reach the minimum",
        repeats=True),
)  # fmt: skip

#: Every fan by its number, the order of the counts in the ``fans`` of a score.
FANS: tuple[Fan, ...] = tuple(sorted(FAN_ROWS, key=lambda fan: fan.number))

FAN_BY_KEY: Mapping[str, Fan] = FrozenMapping({fan.key: fan for fan in FAN_ROWS})

#: Keys of the fans, in the order of the rows.
FAN_KEYS = tuple(FAN_BY_KEY)

N_FANS = len(FANS)
