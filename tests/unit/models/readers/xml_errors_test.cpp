// SPDX-License-Identifier: BSD-3-Clause
//
// Platform files that must be refused: the message names file, line, text and a way out.
#include "models/readers/xml_platform.h"
#include "tests/unit/models/platform_fixture.h"

namespace smpi::models {
namespace {

struct Refusal {
  const char* name;
  const char* body;      // starts at line 2
  const char* expected;  // part of the message
};

class PlatformXmlErrors : public PlatformFiles, public testing::WithParamInterface<Refusal> {};

TEST_P(PlatformXmlErrors, AreExplained) {
  const std::string message = message_of(GetParam().body);
  EXPECT_NE(message.find(GetParam().expected), std::string::npos) << message;
  EXPECT_NE(message.find("platform.xml"), std::string::npos) << message;
}

#define ZONE(content) "<zone id=\"w\" routing=\"Full\">\n" content "\n</zone>"
#define HOSTS                                                           \
  "<host id=\"alpha\" speed=\"1Gf\"/><host id=\"beta\" speed=\"1Gf\"/>" \
  "<link id=\"link1\" bandwidth=\"1GBps\" latency=\"1us\"/>"            \
  "<link id=\"duplex\" bandwidth=\"1GBps\" latency=\"1us\" sharing_policy=\"SPLITDUPLEX\"/>\n"
#define CLUSTER(more)                                                      \
  "<cluster id=\"c\" prefix=\"n\" suffix=\"\" speed=\"1Gf\" bw=\"1GBps\" " \
  "lat=\"1us\" " more "/>"

const Refusal structure[] = {
    {"Unclosed", ZONE("<host id=\"a\" speed=\"1Gf\">"), "platform.xml:4: malformed XML"},
    {"UnknownTag", ZONE("<hots id=\"a\"/>"),
     "platform.xml:3: unknown tag: 'hots'\n  hint: did you mean 'host'?"},
    {"UnknownAttribute", ZONE("<host id=\"a\" speed=\"1Gf\" cores=\"2\"/>"),
     "platform.xml:3: unknown attribute of <host>: 'cores'\n  hint: did you mean 'core'?"},
    {"MissingAttribute", ZONE("<link id=\"a\" latency=\"1us\"/>"),
     "<link> lacks the attribute: 'bandwidth'"},
    {"AttributeTwice", ZONE("<host id=\"a\" id=\"b\" speed=\"1Gf\"/>"),
     "<host> has the attribute twice: 'id'"},
    {"WrongPlace", ZONE("<link_ctn id=\"a\"/>"), "this tag cannot stand inside <zone>: 'link_ctn'"},
    {"Text", ZONE("hello"), "text inside <zone>"},
    {"Actors", "<actor host=\"a\" function=\"f\"/>", "deployment file"},
    {"Storage", ZONE("<storage id=\"a\"/>"), "replaced by <disk>"},
    {"NoZone", "", "the platform has no <zone>"},
    {"TwoRoots", "<zone id=\"a\" routing=\"Full\"/>\n<zone id=\"b\" routing=\"Full\"/>",
     "platform.xml:3: a second zone at the top of the platform: 'b'"},
    {"HostWithoutZone", "<peer id=\"a\" speed=\"1Gf\" bw_in=\"1GBps\" bw_out=\"1GBps\"/>",
     "this tag must stand inside a <zone>: 'peer'"},
    {"UnknownRouting", "<zone id=\"a\" routing=\"Flyd\"/>",
     "unknown routing: 'Flyd'\n  hint: did you mean 'Floyd'?"},
    {"Wifi", "<zone id=\"a\" routing=\"Wifi\"/>", "wireless zones are not supported"},
    {"IncludeMissing", ZONE("<include file=\"none.xml\"/>"), "cannot read the platform file"},
    {"IncludeItself", ZONE("<include file=\"platform.xml\"/>"), "a file includes itself"},
};

const Refusal resources[] = {
    {"Unit", ZONE("<host id=\"a\" speed=\"1Gz\"/>"),
     "platform.xml:3: unknown unit: '1Gz'\n  hint: speeds are written like"},
    {"NotANumber", ZONE("<link id=\"l\" bandwidth=\"fast\" latency=\"1us\"/>"),
     "not a number with a unit: 'fast'"},
    {"NegativeSpeed", ZONE("<host id=\"a\" speed=\"-1Gf\"/>"), "a speed must be positive: '-1Gf'"},
    {"ZeroBandwidth", ZONE("<link id=\"l\" bandwidth=\"0Bps\" latency=\"1us\"/>"),
     "a bandwidth must be positive"},
    {"NegativeLatency", ZONE("<link id=\"l\" bandwidth=\"1Bps\" latency=\"-1us\"/>"),
     "a latency cannot be negative"},
    {"Cores", ZONE("<host id=\"a\" speed=\"1Gf\" core=\"0\"/>"), "at least one core: '0'"},
    {"CoresText", ZONE("<host id=\"a\" speed=\"1Gf\" core=\"two\"/>"),
     "attribute core of <host> is not a whole number: 'two'"},
    {"Pstate", ZONE("<host id=\"a\" speed=\"1Gf,2Gf\" pstate=\"2\"/>"),
     "no such pstate: '2'\n  hint: its speed lists 2"},
    {"HostTwice", ZONE("<host id=\"a\" speed=\"1Gf\"/><router id=\"a\"/>"), "used twice: 'a'"},
    {"LinkTwice", ZONE(HOSTS "<link id=\"link1\" bandwidth=\"1Bps\" latency=\"0\"/>"),
     "platform.xml:4: two links have the same name: 'link1'"},
    {"SplitTwice", ZONE(HOSTS "<link id=\"duplex_UP\" bandwidth=\"1Bps\" latency=\"0\"/>"),
     "two links have the same name: 'duplex_UP'"},
    {"Policy", ZONE("<link id=\"l\" bandwidth=\"1Bps\" latency=\"0\" sharing_policy=\"FAT\"/>"),
     "unknown sharing policy: 'FAT'"},
    {"WifiLink", ZONE("<link id=\"l\" bandwidth=\"1Bps\" latency=\"0\" sharing_policy=\"WIFI\"/>"),
     "wireless links"},
    {"Coordinates",
     "<zone id=\"w\" routing=\"Vivaldi\"><host id=\"a\" speed=\"1Gf\" coordinates=\"1 2\"/></zone>",
     "needs coordinates: '1 2'"},
    {"CabinetPlace",
     ZONE("<cabinet id=\"c\" prefix=\"a\" suffix=\"\" radical=\"0\" speed=\"1Gf\" bw=\"1GBps\" "
          "lat=\"0\"/>"),
     "<cabinet> needs a zone with routing=\"Cluster\": 'w'"},
    {"PeerPlace", ZONE("<peer id=\"a\" speed=\"1Gf\" bw_in=\"1GBps\" bw_out=\"1GBps\"/>"),
     "<peer> needs a zone with routing=\"Vivaldi\""},
    {"HostLinkHost",
     "<zone id=\"w\" routing=\"Cluster\">" HOSTS
     "<host_link id=\"alpa\" up=\"link1\" down=\"link1\"/></zone>",
     "unknown host: 'alpa'\n  hint: did you mean 'alpha'?"},
    {"HostLinkSplit",
     "<zone id=\"w\" routing=\"Cluster\">" HOSTS
     "<host_link id=\"alpha\" up=\"duplex\" down=\"duplex\"/></zone>",
     "name one of them: duplex_UP or duplex_DOWN"},
    {"SecondBackbone",
     "<zone id=\"w\" routing=\"Cluster\"><backbone id=\"a\" bandwidth=\"1GBps\" "
     "latency=\"0\"/><backbone id=\"b\" bandwidth=\"1GBps\" latency=\"0\"/></zone>",
     "a second backbone in the zone: 'b'"},
    {"PropTwice",
     ZONE("<host id=\"a\" speed=\"1Gf\"><prop id=\"p\" value=\"1\"/><prop id=\"p\" "
          "value=\"2\"/></host>"),
     "two properties have the same name: 'p'"},
};

const Refusal clusters[] = {
    {"Radical", CLUSTER("radical=\"3-0\""), "ascending ranges: '3-0'"},
    {"RadicalText", CLUSTER("radical=\"0-\""), "ascending ranges: '0-'"},
    {"RadicalHuge", CLUSTER("radical=\"0-4000000000\""), "more than 2^24 hosts"},
    {"RadicalTwice", CLUSTER("radical=\"0-3,2\""), "two hosts have the same name: 'n2'"},
    {"Topology", CLUSTER("radical=\"0-3\" topology=\"RING\""), "unknown topology: 'RING'"},
    {"NoParameters", CLUSTER("radical=\"0-3\" topology=\"TORUS\""),
     "a torus is the sizes of its dimensions"},
    {"TooFew", CLUSTER("radical=\"0-3\" topology=\"TORUS\" topo_parameters=\"2,3\""),
     "these parameters need 6 hosts"},
    {"FatTree", CLUSTER("radical=\"0-3\" topology=\"FAT_TREE\" topo_parameters=\"2;2,2;1\""),
     "a fat tree has four parts"},
    {"FatTreeLevels",
     CLUSTER("radical=\"0-3\" topology=\"FAT_TREE\" topo_parameters=\"2;2,2;1;1,1\""),
     "one number for each of the 2 levels: '1' in '2;2,2;1;1,1'"},
    {"Dragonfly",
     CLUSTER("radical=\"0-3\" topology=\"DRAGONFLY\" topo_parameters=\"4,1;1,1;1,1;1\""),
     "4 groups need as many routers each"},
    {"LatencyAlone", CLUSTER("radical=\"0-3\" loopback_lat=\"1us\""),
     "loopback_lat without loopback_bw"},
    {"Subzone", "<zone id=\"w\" routing=\"Cluster\"><zone id=\"x\" routing=\"Full\"/></zone>",
     "holds hosts and routers, no zones"},
};

const Refusal routes[] = {
    {"UnknownEnd", ZONE(HOSTS "<route src=\"alpah\" dst=\"beta\"><link_ctn id=\"link1\"/></route>"),
     "platform.xml:4: unknown src of a route: 'alpah'\n  hint: did you mean 'alpha'?"},
    {"UnknownLink", ZONE(HOSTS "<route src=\"alpha\" dst=\"beta\"><link_ctn id=\"lnk1\"/></route>"),
     "unknown link: 'lnk1'\n  hint: did you mean 'link1'?"},
    {"NoDirection",
     ZONE(HOSTS "<route src=\"alpha\" dst=\"beta\"><link_ctn id=\"duplex\"/></route>"),
     "two directions: 'duplex'"},
    {"Direction",
     ZONE(HOSTS
          "<route src=\"alpha\" dst=\"beta\"><link_ctn id=\"link1\" direction=\"UP\"/></route>"),
     "the link has no directions: 'link1'"},
    {"DirectionText",
     ZONE(HOSTS
          "<route src=\"alpha\" dst=\"beta\"><link_ctn id=\"duplex\" direction=\"LEFT\"/></route>"),
     "unknown direction: 'LEFT'"},
    {"Empty", ZONE(HOSTS "<route src=\"alpha\" dst=\"beta\"/>"),
     "a route without links: 'alpha' to 'beta'"},
    {"Twice",
     ZONE(HOSTS "<route src=\"alpha\" dst=\"beta\"><link_ctn id=\"link1\"/></route>\n"
                "<route src=\"beta\" dst=\"alpha\"><link_ctn id=\"link1\"/></route>"),
     "platform.xml:5: the zone has this route already: 'beta' to 'alpha'"},
    {"Symmetrical",
     ZONE(HOSTS "<route src=\"alpha\" dst=\"beta\" symmetrical=\"maybe\"><link_ctn "
                "id=\"link1\"/></route>"),
     "YES or NO: 'maybe'"},
    {"InCluster",
     "<zone id=\"w\" routing=\"Cluster\">" HOSTS
     "<route src=\"alpha\" dst=\"beta\"><link_ctn id=\"link1\"/></route></zone>",
     "routes cannot be given in this kind of zone"},
    {"ToZone",
     ZONE("<zone id=\"z\" routing=\"Full\"/>" HOSTS
          "<route src=\"alpha\" dst=\"z\"><link_ctn id=\"link1\"/></route>"),
     "a route to a zone needs gateways: 'z'"},
    {"Gateway",
     ZONE("<zone id=\"z\" routing=\"Full\"><host id=\"in\" speed=\"1Gf\"/></zone>" HOSTS
          "<zoneRoute src=\"alpha\" dst=\"z\" gw_src=\"alpha\" gw_dst=\"beta\"><link_ctn "
          "id=\"link1\"/></zoneRoute>"),
     "gw_dst does not lie in the zone it is the gateway of: 'beta'"},
    {"GatewayUnknown",
     ZONE("<zone id=\"z\" routing=\"Full\"><host id=\"in\" speed=\"1Gf\"/></zone>" HOSTS
          "<zoneRoute src=\"alpha\" dst=\"z\" gw_src=\"alpha\" gw_dst=\"out\"><link_ctn "
          "id=\"link1\"/></zoneRoute>"),
     "gw_dst is not a host or router: 'out'"},
    {"NotAChild",
     ZONE("<zone id=\"z\" routing=\"Full\"><host id=\"in\" speed=\"1Gf\"/></zone>" HOSTS
          "<route src=\"alpha\" dst=\"in\"><link_ctn id=\"link1\"/></route>"),
     "dst of a route is not a direct child of the zone: 'in'"},
    {"TraceFile", ZONE("<host id=\"a\" speed=\"1Gf\" state_file=\"none.trace\"/>"),
     "cannot read the trace file"},
    {"TraceKind",
     ZONE(HOSTS) "<trace id=\"t\">1 1</trace><trace_connect kind=\"HEAT\" trace=\"t\" "
                 "element=\"alpha\"/>",
     "unknown kind of trace: 'HEAT'"},
    {"TraceName",
     ZONE(HOSTS) "<trace id=\"trace1\">1 1</trace><trace_connect kind=\"SPEED\" trace=\"trce1\" "
                 "element=\"alpha\"/>",
     "did you mean 'trace1'?"},
    {"TraceElement",
     ZONE(HOSTS) "<trace id=\"t\">1 1</trace><trace_connect kind=\"SPEED\" trace=\"t\" "
                 "element=\"alfa\"/>",
     "unknown host: 'alfa'"},
    {"TraceText", ZONE(HOSTS) "<trace id=\"t\">1 1\n2 x</trace>",
     "platform.xml:6: not a number (values have no unit): '2 x'"},
};

const auto name_of = [](const auto& tested) { return tested.param.name; };
INSTANTIATE_TEST_SUITE_P(Structure, PlatformXmlErrors, testing::ValuesIn(structure), name_of);
INSTANTIATE_TEST_SUITE_P(Resources, PlatformXmlErrors, testing::ValuesIn(resources), name_of);
INSTANTIATE_TEST_SUITE_P(Clusters, PlatformXmlErrors, testing::ValuesIn(clusters), name_of);
INSTANTIATE_TEST_SUITE_P(Routes, PlatformXmlErrors, testing::ValuesIn(routes), name_of);

using PlatformXmlProblems = PlatformFiles;

TEST_F(PlatformXmlProblems, SeveralProblemsAreListedTogether) {
  const std::string message = message_of(
      "<zone id=\"w\" routing=\"Full\">\n<host id=\"a\" speed=\"1Gz\"/>\n<host id=\"b\" "
      "speed=\"x\"/>\n"
      "<link id=\"l\" bandwidth=\"1GBps\" latency=\"1uss\"/></zone>");
  EXPECT_NE(message.find("3 problems"), std::string::npos) << message;
  for (const char* part : {"platform.xml:3", "platform.xml:4", "platform.xml:5", "'1uss'"}) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }
}

// Wrong hosts are reported, not the hundred routes that would name them.
TEST_F(PlatformXmlProblems, WrongDeclarationsHideTheErrorsThatFollowFromThem) {
  const std::string message =
      message_of(ZONE("<host id=\"a\" speed=\"1Gz\"/><host id=\"b\" speed=\"1Gf\"/>"
                      "<route src=\"a\" dst=\"b\"><link_ctn id=\"none\"/></route>"));
  EXPECT_EQ(message.find("route"), std::string::npos) << message;
}

TEST_F(PlatformXmlProblems, MoreThanTenProblemsAreCutShort) {
  std::string hosts;
  for (int host = 0; host < 30; host++) {
    hosts += "<host id=\"h" + std::to_string(host) + "\" speed=\"1Gz\"/>\n";
  }
  const std::string message = message_of("<zone id=\"w\" routing=\"None\">" + hosts + "</zone>");
  EXPECT_NE(message.find("10 problems in the platform, and maybe more"), std::string::npos);
}

TEST_F(PlatformXmlProblems, FilesThatAreNoPlatformAreRefused) {
  const auto message = [&](const std::string& path) {
    try {
      read_platform_file(path);
    } catch (const kernel::InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_NE(message("/no/such/file.xml").find("No such file"), std::string::npos);
  EXPECT_NE(message(folder_.string()).find("it is a folder"), std::string::npos);
  EXPECT_NE(message(write("e.xml", "")).find("malformed XML"), std::string::npos);
  EXPECT_NE(message(write("t.xml", "hello")).find("malformed XML"), std::string::npos);
  EXPECT_NE(message(write("r.xml", "<html/>")).find("not a platform file"), std::string::npos);
  EXPECT_NE(message(write("v.xml", "<platform version=\"3\"/>")).find("version"),
            std::string::npos);
}

}  // namespace
}  // namespace smpi::models
