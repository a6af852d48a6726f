// SPDX-License-Identifier: BSD-3-Clause
//
// Messages on ns-3's point-to-point devices, without IP, for tests/packets/ns3/run: the oracle of
// packets that are stored and forwarded, and the yardstick of speed. From standard input:
//
//   link BYTES_PER_S LATENCY_PS                   numbered from 0
//   message START_PS BYTES PAYLOAD LINK LINK ...  all its packets wait at the first link at START
//
// Prints the picosecond at which the last packet of each message has arrived, and at the end the
// packets over links and the processor time of the simulation.
#include <ns3/core-module.h>
#include <ns3/network-module.h>
#include <ns3/point-to-point-module.h>

#include <cstdint>
#include <ctime>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Message {
  std::int64_t start_ps = 0;
  std::uint64_t size_bytes = 0;
  std::uint64_t payload_bytes = 0;
  std::vector<std::uint32_t> links;
  std::uint64_t missing_packets = 0;
  std::int64_t end_ps = -1;
};

// Of which message a packet is, and over how many links it has come.
class Label : public ns3::Tag {
 public:
  static ns3::TypeId GetTypeId() {
    static const ns3::TypeId id =
        ns3::TypeId("Label").SetParent<ns3::Tag>().AddConstructor<Label>();
    return id;
  }
  ns3::TypeId GetInstanceTypeId() const override { return GetTypeId(); }
  std::uint32_t GetSerializedSize() const override { return 8; }
  void Serialize(ns3::TagBuffer buffer) const override {
    buffer.WriteU32(message);
    buffer.WriteU32(hop);
  }
  void Deserialize(ns3::TagBuffer buffer) override {
    message = buffer.ReadU32();
    hop = buffer.ReadU32();
  }
  void Print(std::ostream& stream) const override { stream << message << ' ' << hop; }

  std::uint32_t message = 0;
  std::uint32_t hop = 0;
};

std::vector<ns3::Ptr<ns3::NetDevice>> devices;  // that send, by link
std::vector<Message> messages;
std::uint64_t hop_count = 0;

constexpr std::uint16_t protocol = 0x800;

void send(ns3::Ptr<ns3::Packet> packet, const Message& message, std::uint32_t hop) {
  const ns3::Ptr<ns3::NetDevice> device = devices[message.links[hop]];
  hop_count++;
  if (device->Send(packet, device->GetBroadcast(), protocol)) return;
  std::cerr << "ns3_network: a queue is full\n";
  std::exit(1);
}

bool receive(ns3::Ptr<ns3::NetDevice>, ns3::Ptr<const ns3::Packet> packet, std::uint16_t,
             const ns3::Address&) {
  Label label;
  const ns3::Ptr<ns3::Packet> copy = packet->Copy();
  copy->RemovePacketTag(label);
  Message& message = messages[label.message];
  if (++label.hop < message.links.size()) {
    copy->AddPacketTag(label);
    send(copy, message, label.hop);
  } else if (--message.missing_packets == 0) {
    message.end_ps = ns3::Simulator::Now().GetPicoSeconds();
  }
  return true;
}

void begin(std::uint32_t number) {
  Message& message = messages[number];
  Label label;
  label.message = number;
  for (std::uint64_t left = message.size_bytes; left > 0;) {
    const std::uint64_t bytes = std::min(left, message.payload_bytes);
    const auto packet = ns3::Create<ns3::Packet>(static_cast<std::uint32_t>(bytes));
    packet->AddPacketTag(label);
    left -= bytes;
    send(packet, message, 0);
  }
}

void add_link(std::istream& words) {
  double bytes_per_s = 0;
  std::int64_t latency_ps = 0;
  words >> bytes_per_s >> latency_ps;
  ns3::NodeContainer nodes;
  nodes.Create(2);
  ns3::PointToPointHelper helper;
  helper.SetQueue("ns3::DropTailQueue", "MaxSize", ns3::StringValue("100000000p"));
  helper.SetDeviceAttribute(
      "DataRate", ns3::DataRateValue(ns3::DataRate(static_cast<std::uint64_t>(8 * bytes_per_s))));
  helper.SetDeviceAttribute("Mtu", ns3::UintegerValue(65535));
  helper.SetChannelAttribute("Delay", ns3::TimeValue(ns3::PicoSeconds(latency_ps)));
  const ns3::NetDeviceContainer ends = helper.Install(nodes);
  ends.Get(1)->SetReceiveCallback(ns3::MakeCallback(&receive));
  devices.push_back(ends.Get(0));
}

void add_message(std::istream& words) {
  Message message;
  words >> message.start_ps >> message.size_bytes >> message.payload_bytes;
  for (std::uint32_t link = 0; words >> link;) message.links.push_back(link);
  message.missing_packets =
      (message.size_bytes + message.payload_bytes - 1) / message.payload_bytes;
  messages.push_back(message);
}

}  // namespace

int main() {
  ns3::Time::SetResolution(ns3::Time::PS);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    kind == "link" ? add_link(words) : add_message(words);
  }
  for (std::uint32_t i = 0; i < messages.size(); i++) {
    ns3::Simulator::Schedule(ns3::PicoSeconds(messages[i].start_ps), &begin, i);
  }
  const std::clock_t start = std::clock();
  ns3::Simulator::Run();
  const double processor_s = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  for (const Message& message : messages) std::cout << message.end_ps << '\n';
  std::cout << hop_count << ' ' << processor_s << '\n';
  ns3::Simulator::Destroy();
  return 0;
}
